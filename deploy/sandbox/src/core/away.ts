import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** 'refused': the port is closed. 'unavailable': every call gets the provider's own 'unavailable' error. */
export type Away = 'refused' | 'unavailable';

export const isAway = (how: unknown): how is Away => how === 'refused' || how === 'unavailable';

/** Stops listening and closes open connections. */
export async function closePort(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  if (server instanceof HttpServer) server.closeAllConnections();
  await closed;
}

export async function openPort(server: Server, at: { port: number; host: string }): Promise<void> {
  if (server.listening) return;
  server.listen(at.port, at.host);
  await once(server, 'listening');
}
