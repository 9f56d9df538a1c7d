#!/usr/bin/env bash
# Servers that the tests start for themselves; sourced by .ci/run. Without one its tests are skipped, with the reason.

# The tests make a cluster of their own with these programs; no server of the system is started or touched.
install_postgres() {
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && return
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql >/dev/null
}
