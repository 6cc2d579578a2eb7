interface Foreign {
  /** What reports them. */
  readonly from: string;
  /** Where their names are documented. */
  readonly source: string;
  readonly names: readonly string[];
}

/** Metrics that rules and dashboards read and no service reports. A name that is no longer read is removed. */
export const foreignMetrics: readonly Foreign[] = [
  {
    from: 'Prometheus itself, for each target',
    source: 'https://prometheus.io/docs/concepts/jobs_instances/',
    names: ['up'],
  },
  {
    from: "Envoy 1.40, the admin port's /stats/prometheus. The dot in the names of the clusters auth_check.<importance> moves a part of the name into that of the metric",
    source: 'https://www.envoyproxy.io/docs/envoy/v1.40.0/configuration/observability/statistics',
    names: [
      'envoy_server_live',
      'envoy_server_memory_allocated',
      'envoy_http_downstream_rq_xx',
      'envoy_http_downstream_rq_active',
      'envoy_http_downstream_cx_active',
      'envoy_http_ext_authz_ok',
      'envoy_http_ext_authz_denied',
      'envoy_http_ext_authz_error',
      'envoy_http_ext_authz_disabled',
      'envoy_vhost_route_upstream_rq_xx',
      'envoy_vhost_route_upstream_rq_time_bucket',
      'envoy_vhost_route_upstream_rq_time_count',
      'envoy_cluster_upstream_rq_xx',
      'envoy_cluster_upstream_rq_pending_overflow',
      'envoy_cluster_low_upstream_rq_pending_overflow',
      'envoy_cluster_normal_upstream_rq_pending_overflow',
      'envoy_cluster_high_upstream_rq_pending_overflow',
      'envoy_cluster_upstream_rq_retry',
      'envoy_cluster_upstream_rq_retry_success',
      'envoy_cluster_membership_healthy',
      'envoy_cluster_membership_total',
    ],
  },
  {
    from: 'kube-state-metrics',
    source: 'https://github.com/kubernetes/kube-state-metrics/tree/main/docs/metrics/workload',
    names: [
      'kube_pod_container_status_restarts_total',
      'kube_pod_container_status_last_terminated_reason',
      'kube_deployment_status_replicas_available',
      'kube_deployment_spec_replicas',
      'kube_cronjob_status_last_successful_time',
    ],
  },
  {
    from: 'kafka_exporter, also as kafkaExporter of Strimzi',
    source: 'https://github.com/danielqsj/kafka_exporter#metrics',
    names: [
      'kafka_consumergroup_lag',
      'kafka_consumergroup_current_offset',
      'kafka_consumergroup_members',
      'kafka_topic_partition_current_offset',
      'kafka_topic_partition_under_replicated_partition',
      'kafka_brokers',
    ],
  },
  {
    from: 'CloudNativePG, port 9187 of each instance, with its default queries',
    source: 'https://cloudnative-pg.io/documentation/current/monitoring/',
    names: [
      'cnpg_backends_total',
      'cnpg_backends_max_tx_duration_seconds',
      'cnpg_backends_waiting_total',
      'cnpg_pg_settings_setting',
      'cnpg_pg_database_size_bytes',
      'cnpg_pg_replication_lag',
      'cnpg_pg_stat_database_xact_commit',
      'cnpg_pg_stat_database_deadlocks',
      'cnpg_collector_last_available_backup_timestamp',
    ],
  },
  {
    from: "CloudNativePG's plugin Barman Cloud, on the same port",
    source: 'https://cloudnative-pg.io/plugin-barman-cloud/docs/observability',
    names: ['barman_cloud_cloudnative_pg_io_last_available_backup_timestamp'],
  },
  {
    from: 'postgres_exporter, where there is no CloudNativePG',
    source: 'https://github.com/prometheus-community/postgres_exporter',
    names: ['pg_stat_activity_count', 'pg_settings_max_connections'],
  },
  {
    from: 'cert-manager',
    source: 'https://cert-manager.io/docs/devops-tips/prometheus-metrics/',
    names: [
      'certmanager_certificate_expiration_timestamp_seconds',
      'certmanager_certificate_renewal_timestamp_seconds',
    ],
  },
  {
    from: 'blackbox_exporter, for the certificates of addresses outside the cluster',
    source: 'https://github.com/prometheus/blackbox_exporter',
    names: ['probe_ssl_earliest_cert_expiry'],
  },
];
