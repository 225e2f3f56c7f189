// A dictionary a line, so that bundles leave out those whose words they never say.
export { default as apiReference } from './api-reference.json' with { type: 'json' };
export { default as authoring } from './authoring.json' with { type: 'json' };
export { default as contentCheck } from './content-check.json' with { type: 'json' };
export { default as documentRefusals } from './document-refusals.json' with { type: 'json' };
export { default as flowCatalogue } from './flow-catalogue.json' with { type: 'json' };
export { default as inputIssues } from './input-issues.json' with { type: 'json' };
export { default as ledgerDemo } from './ledger-demo.json' with { type: 'json' };
export { default as mcp } from './mcp.json' with { type: 'json' };
export { default as messages } from './messages.json' with { type: 'json' };
export { default as own } from './own.json' with { type: 'json' };
export { default as runRefusals } from './run-refusals.json' with { type: 'json' };
export { default as server } from './server.json' with { type: 'json' };
export { default as standIns } from './stand-ins.json' with { type: 'json' };
