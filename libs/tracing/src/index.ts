export {
  continueTrace,
  currentTrace,
  currentTraceparent,
  formatTraceparent,
  parseTraceparent,
  runInTrace,
  type TraceContext,
} from './context.ts';
export { createSpanExport } from './export.ts';
export { endSpan, isExporting, runSpan, type SpanKind, type SpanOptions } from './span.ts';
