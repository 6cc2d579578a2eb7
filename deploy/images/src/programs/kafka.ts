import { initialiseKafka, type KafkaServer, kafkaPart } from '@reelwright/local/kafka-server';
import { runPart } from './run-part.ts';

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
runPart(kafkaPart(server));
