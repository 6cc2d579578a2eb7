import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** A DNS server on this machine that knows one name. `addresses` may change while it runs. */
export async function startNameServer(name: string) {
  const addresses: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (bytes, sender) => {
    const { id, questions = [] } = decode(bytes);
    const answers = questions
      .filter((question) => question.type === 'A' && question.name === name)
      .flatMap(() => addresses.map((data) => ({ type: 'A' as const, name, ttl: 30, data })));
    socket.send(encode({ type: 'response', ...(id !== undefined && { id }), questions, answers }), sender.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: { host: '127.0.0.1', port: socket.address().port },
    addresses,
    stop: () => void socket.close(),
  };
}
