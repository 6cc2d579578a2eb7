import { supervise } from '../src/supervisor/supervise.ts';

/** Supervises the parts it is given on its command line until SIGTERM: a supervisor that a test may kill. */
const { commands, run, logs } = JSON.parse(process.argv[2] ?? '{}');
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
const say = (line: string) => void process.stdout.write(`${line}\n`);
await supervise({ commands, run, logs, url: 'http://ready', say, stop: stop.signal });
