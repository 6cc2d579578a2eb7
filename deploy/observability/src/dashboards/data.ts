import { board, lines, numbers } from '../panels.ts';

/** PostgreSQL and Kafka, where their exporters are scraped. */
export const data = board({
  uid: 'reelwright-data',
  title: 'Reelwright: PostgreSQL and Kafka',
  description: 'From CloudNativePG and kafka_exporter: panels are empty without them.',
  rows: [
    {
      title: 'PostgreSQL',
      panels: [
        lines({
          title: 'Connections taken, of those allowed',
          description: 'By server. Above 85 % for 10 minutes it pages.',
          unit: 'share',
          queries: [['postgres:connections_used:ratio', '{{pod}}']],
          width: 8,
        }),
        lines({
          title: 'Connections by database',
          description: 'In every state.',
          unit: 'count',
          queries: [['sum by (datname) (cnpg_backends_total)', '{{datname}}']],
          width: 8,
        }),
        lines({
          title: 'Backends that wait for a lock of another one',
          description: 'By server.',
          unit: 'count',
          queries: [['max by (pod) (cnpg_backends_waiting_total)', '{{pod}}']],
          width: 8,
        }),
        lines({
          title: 'Age of the longest open transaction',
          description: 'By database. A write transaction holds back the outbox of its database.',
          unit: 'seconds',
          queries: [['max by (datname) (cnpg_backends_max_tx_duration_seconds)', '{{datname}}']],
          width: 8,
        }),
        lines({
          title: 'Commits each second',
          description: 'By database.',
          unit: 'perSecond',
          queries: [['sum by (datname) (rate(cnpg_pg_stat_database_xact_commit[$__rate_interval]))', '{{datname}}']],
          width: 8,
        }),
        lines({
          title: 'Deadlocks within an hour',
          description: 'By database. PostgreSQL ended one of the transactions, which is repeated.',
          unit: 'count',
          queries: [['sum by (datname) (increase(cnpg_pg_stat_database_deadlocks[1h]))', '{{datname}}']],
          width: 8,
        }),
        lines({
          title: 'How far replicas are behind',
          description: 'What a failover now would lose, if replication is asynchronous.',
          unit: 'seconds',
          queries: [['max by (pod) (cnpg_pg_replication_lag)', '{{pod}}']],
          width: 8,
        }),
        lines({
          title: 'Size of the databases',
          description: 'On the server that has most of it.',
          unit: 'bytes',
          queries: [['max by (datname) (cnpg_pg_database_size_bytes)', '{{datname}}']],
          width: 8,
        }),
        numbers({
          title: 'Age of the last backup of each server',
          description: 'Above 26 hours it opens a ticket, above 5 days it pages.',
          unit: 'seconds',
          queries: [
            [
              'time() - max by (cluster) (label_replace(cnpg_collector_last_available_backup_timestamp or label_replace(barman_cloud_cloudnative_pg_io_last_available_backup_timestamp, "by", "plugin", "", ""), "cluster", "$1", "pod", "(.+)-[0-9]+"))',
              '{{cluster}}',
            ],
            [
              'time() - max by (cronjob) (kube_cronjob_status_last_successful_time{namespace="reelwright",cronjob=~".*backup.*"})',
              '{{cronjob}}',
            ],
          ],
          width: 8,
        }),
      ],
    },
    {
      title: 'Kafka',
      panels: [
        numbers({
          title: 'Brokers',
          description: 'That the exporter sees.',
          unit: 'count',
          queries: [['min(kafka_brokers)', 'brokers']],
        }),
        numbers({
          title: 'Partitions with too few replicas',
          description: 'Replicas of these are not in sync. With fewer than 2 in sync, nothing is published to them.',
          unit: 'count',
          queries: [
            ['sum(max by (topic, partition) (kafka_topic_partition_under_replicated_partition))', 'partitions'],
          ],
        }),
        lines({
          title: 'Events written each second',
          description: 'By topic.',
          unit: 'perSecond',
          queries: [
            [
              'sum by (topic) (max by (topic, partition) (rate(kafka_topic_partition_current_offset[$__rate_interval])))',
              '{{topic}}',
            ],
          ],
        }),
        lines({
          title: 'Events that a group has not committed',
          description: 'As the broker knows it, by group.',
          unit: 'count',
          queries: [
            [
              'sum by (consumergroup) (max by (consumergroup, topic, partition) (kafka_consumergroup_lag > 0))',
              '{{consumergroup}}',
            ],
          ],
        }),
        lines({
          title: 'Dead letters in their topics, as positions',
          description: 'The end of each topic of dead letters. A step is a new letter; replayed ones stay for 30 days.',
          unit: 'count',
          queries: [
            [
              'sum by (topic) (max by (topic, partition) (kafka_topic_partition_current_offset{topic=~".+[.]dlq[.].+"})) > 0',
              '{{topic}}',
            ],
          ],
        }),
      ],
    },
  ],
});
