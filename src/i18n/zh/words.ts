export * from './api-reference.ts';
export * from './authoring.ts';
export * from './flow-catalogue.ts';
export * from './server.ts';
export * from './stand-ins.ts';
