export type { Client } from '@grpc/grpc-js';
export {
  type AsyncClient,
  type ClientConstructor,
  createGrpcClient,
  type EndedCall,
  type GrpcClient,
} from './client.ts';
export {
  type AsyncHandlers,
  type CallContext,
  createGrpcServer,
  type GrpcServer,
  type GrpcServerOptions,
  implement,
} from './server.ts';
