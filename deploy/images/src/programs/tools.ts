/** What the image `tools` prints without a command. */
process.stdout.write(`Commands of operators. Run one of:

  src/databases.js  the roles and databases of all services (ADMIN_DATABASE_URL)
  src/topics.js     the topics that are missing (KAFKA_BROKERS and the other settings of Kafka)
  src/grants.js     what each user of Kafka may do (the same, for an administrator)
  src/bucket.js     the bucket (S3_ENDPOINT, S3_BUCKET and the credentials of the AWS SDK)
  src/replay.js     dead letters: --topic <topic> --group <group> (the settings of Kafka)

The migrations of a service, and the commands that need its settings, are in its own image.
`);
