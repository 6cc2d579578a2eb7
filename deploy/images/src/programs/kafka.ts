import { spawn } from 'node:child_process';
import { initialiseKafka, type KafkaServer, kafkaPart } from '@reelwright/local/kafka-server';

/** The program of the image `kafka`: formats its data folder at the first start and runs the broker. For development. */
const server: KafkaServer = {
  runtime: { java: '/usr/local/java/bin/java', lib: '/usr/local/kafka' },
  dataFolder: '/data/kafka',
  port: 9_092,
  controllerPort: 9_093,
  logging: '/usr/local/kafka/log4j2.yaml',
  host: process.env.KAFKA_HOST || 'kafka',
};
await initialiseKafka(server);

const { command, args, env, cwd } = kafkaPart(server);
const child = spawn(command, args, { env, cwd, stdio: 'inherit' });
child.once('error', (error) => {
  process.stderr.write(`Kafka could not be started: ${error.message}\n`);
  process.exit(1);
});
// At SIGTERM the broker stops in order and its exit code is 143.
let isStopping = false;
child.once('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isStopping = true;
    child.kill('SIGTERM');
  });
}
