import type { ProviderName } from './origins.ts';

export interface LoggedRequest {
  at: string;
  provider: ProviderName;
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  milliseconds: number;
  /** The injected fault, if there was one. */
  fault?: string;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  /** The last calls, newest first. */
  last(): LoggedRequest[];
}

export function requestLog(length = 200): RequestLog {
  const kept: LoggedRequest[] = [];
  return {
    add: (request) => {
      kept.unshift(request);
      if (kept.length > length) kept.pop();
    },
    last: () => [...kept],
  };
}
