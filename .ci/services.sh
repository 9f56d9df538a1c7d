# What .ci/run installs beside the project, one function a service; each is quick where it is installed already.
# Sourced. Servers are started by the tests themselves, never here.

SERVICES="${ATMA_SERVICES_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/atma-overlay}"

# Debian packages, as root; where they are there, or nobody may install, nothing happens and their tests say so.
debian_packages() {
    local missing=()
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    if [ "${#missing[@]}" -eq 0 ] || [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        return 0
    fi
    # A package may start its own server when it is installed; not here, the tests start theirs.
    local policy=/usr/sbin/policy-rc.d
    [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && trap "rm -f $policy" EXIT; }
    apt-get update -qq >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    trap - EXIT
    [ "$(sed -n 2p "$policy")" != "exit 101" ] || rm -f "$policy"
}

# Debian's Python where it is new enough: it is built with the optimisations that many others lack. Sets PYTHON.
debian_python() {
    debian_packages python3-venv
    if /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        export PYTHON=/usr/bin/python3
    fi
}

# PostgreSQL's programs and PgBouncer; the tests make clusters of their own with them.
postgres() {
    debian_packages postgresql pgbouncer
}

# Prometheus with promtool, docker-compose for its check of compose files, unshare for a network of one's own.
observability_tools() {
    debian_packages prometheus docker-compose util-linux
}

# Arize Phoenix in an environment of its own, made anew when its pins change. Sets ATMA_PHOENIX.
phoenix() {
    local folder="$SERVICES/phoenix" pins=.ci/phoenix.txt
    if ! cmp -s "$pins" "$folder/installed.txt"; then
        rm -rf "$folder" && mkdir -p "$SERVICES"
        "${PYTHON:-python3}" -m venv "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$pins"
        cp "$pins" "$folder/installed.txt"
    fi
    export ATMA_PHOENIX="$folder/bin/phoenix"
}

# The grammar of TraceQL, which checks the queries of the dashboard. Sets ATMA_TRACEQL.
traceql() {
    local folder="$SERVICES/traceql"
    command -v npm >/dev/null || debian_packages nodejs npm
    if [ ! -d "$folder/node_modules/@grafana/lezer-traceql" ]; then
        mkdir -p "$folder"
        npm install --silent --no-audit --no-fund --prefix "$folder" \
            @grafana/lezer-traceql@1.0.0 @lezer/lr@1.4.2 @lezer/common@1.2.3 >/dev/null
    fi
    export ATMA_TRACEQL="$folder"
}
