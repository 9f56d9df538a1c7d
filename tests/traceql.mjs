// Prints the queries that the grammar of TraceQL refuses, as JSON; the queries come on standard input.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.argv[2]}/package.json`);
const { parser } = require("@grafana/lezer-traceql");
const wrong = JSON.parse(readFileSync(0, "utf8")).filter((query) => {
  let failed = false;
  parser.parse(query).iterate({ enter: (node) => { failed ||= node.type.isError; } });
  return failed;
});
console.log(JSON.stringify(wrong));
