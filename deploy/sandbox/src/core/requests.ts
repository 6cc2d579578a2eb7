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
  const recentRequests: LoggedRequest[] = [];
  return {
    add: (request) => {
      recentRequests.unshift(request);
      if (recentRequests.length > length) recentRequests.pop();
    },
    last: () => [...recentRequests],
  };
}
