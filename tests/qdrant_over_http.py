"""A stand-in for a Qdrant server: its REST interface, as far as the host uses it, before its in-process engine."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from pydantic import BaseModel, TypeAdapter
from qdrant_client import QdrantClient, models

Body = dict[str, Any]


class QdrantOverHttp:
    """Answers the requests of `QdrantClient(url=…)`; one at a time, as the engine wants it."""

    def __init__(self, *, port: int = 0) -> None:
        self.engine = QdrantClient(location=":memory:", force_disable_check_same_thread=True)
        self.indexes: dict[str, Body] = {}
        self.asked: list[tuple[str, str, Body]] = []
        self._lock = Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
        self.engine.close()

    def answer(self, method: str, path: str, body: Body) -> object:
        """The result of a request: `PUT /collections/NAME/points` and so on."""
        _, _, name, *rest = path.split("/")
        action = "/".join(rest)
        if method == "PUT" and action == "points":
            action = "upsert"
        with self._lock:
            self.asked.append((method, path, body))
            if method == "PUT" and not action:
                return self.create(name, body)
            return self._actions[action](self, name, body)

    def create(self, name: str, body: Body) -> bool:
        shape = models.VectorParams.model_validate(body["vectors"])
        return self.engine.create_collection(name, vectors_config=shape, metadata=body.get("metadata"))

    def exists(self, name: str, _: Body) -> Body:
        return {"exists": self.engine.collection_exists(name)}

    def describe(self, name: str, _: Body) -> Body:
        info = _json(self.engine.get_collection(name))
        assert isinstance(info, dict)
        schema = {field: {"data_type": kind["type"], "points": 0} for field, kind in self.indexes.items()}
        return {**info, "payload_schema": schema}

    def index(self, _: str, body: Body) -> Body:
        self.indexes[body["field_name"]] = body["field_schema"]
        return {"operation_id": 1, "status": "completed"}

    def upsert(self, name: str, body: Body) -> object:
        points = [models.PointStruct.model_validate(point) for point in body["points"]]
        return _json(self.engine.upsert(name, points=points))

    def retrieve(self, name: str, body: Body) -> object:
        return _json(self.engine.retrieve(name, ids=body["ids"], with_payload=body.get("with_payload", True)))

    def query(self, name: str, body: Body) -> object:
        found = self.engine.query_points(
            name,
            query=models.QueryRequest.model_validate(body).query,
            query_filter=_filter(body),
            limit=body["limit"],
            using=body.get("using"),
        )
        return _json(found)

    def scroll(self, name: str, body: Body) -> Body:
        order = models.OrderBy.model_validate(body["order_by"]) if body.get("order_by") else None
        if order is not None and order.key not in self.indexes:
            raise ValueError("a server orders by an index only")
        points, following = self.engine.scroll(
            name, scroll_filter=_filter(body), limit=body["limit"], offset=body.get("offset"), order_by=order
        )
        return {"points": _json(points), "next_page_offset": following}

    def delete(self, name: str, body: Body) -> object:
        wanted = _filter(body)
        assert wanted is not None
        return _json(self.engine.delete(name, points_selector=wanted))

    def forget(self, name: str, body: Body) -> object:
        wanted = _filter(body)
        assert wanted is not None
        return _json(self.engine.delete_payload(name, keys=body["keys"], points=wanted))

    _actions: dict[str, Callable[["QdrantOverHttp", str, Body], object]] = {  # noqa: RUF012 never changed
        "": describe,
        "exists": exists,
        "index": index,
        "points": retrieve,
        "points/delete": delete,
        "points/payload/delete": forget,
        "points/query": query,
        "points/scroll": scroll,
        "upsert": upsert,
    }


def _filter(body: Body) -> models.Filter | None:
    return models.Filter.model_validate(body["filter"]) if body.get("filter") else None


def _json(value: BaseModel | list[models.Record]) -> object:
    return TypeAdapter(object).dump_python(value, mode="json")


def _handler(server: QdrantOverHttp) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            try:
                result = server.answer(self.command, self.path.partition("?")[0], body)
                status, said = 200, {"result": result, "status": "ok", "time": 0.0}
            except (ValueError, KeyError) as error:
                status, said = 400, {"status": {"error": str(error)}, "time": 0.0}
            written = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(written)))
            self.end_headers()
            self.wfile.write(written)

        do_GET = do_PUT = do_POST = reply  # noqa: N815 named by the standard library

        def log_message(self, *_: object) -> None: ...

    return Handler
