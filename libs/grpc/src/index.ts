export { type AsyncClient, createGrpcClient, type GrpcClient } from './client.ts';
export { type AsyncHandlers, type CallContext, createGrpcServer, type GrpcServer, implement } from './server.ts';
