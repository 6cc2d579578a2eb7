export {
  createService,
  type EventOptions,
  type Service,
  type ServiceCheckpoint,
  type ServiceOptions,
} from './create-service.ts';
export { runService } from './run-service.ts';
