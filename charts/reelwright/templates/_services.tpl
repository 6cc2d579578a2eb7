{{- /* Names of the secret settings that a service reads from files of its Secret: dict "name" "facts" "service" "root". */}}
{{- define "reelwright.secretNames" -}}
{{- $names := concat .facts.requiredSecrets (.service.optionalSecrets | default list) -}}
{{- if and .root.Values.kafka.sasl (not .root.Values.kafka.userSecret) -}}
{{- $names = append $names "KAFKA_SASL_PASSWORD" -}}
{{- end -}}
{{- if .root.Values.postgres.cloudNativePg.enabled -}}
{{- $names = without $names "DATABASE_URL" -}}
{{- end -}}
{{- $names | uniq | sortAlpha | toJson -}}
{{- end }}

{{- /* DATABASE_URL of a CloudNativePG cluster, from the Secret that the operator keeps. */}}
{{- define "reelwright.databaseEnv" -}}
{{- $cnpg := .root.Values.postgres.cloudNativePg -}}
{{- $cluster := $cnpg.clusterName | replace "{service}" .name -}}
{{- range $variable, $key := dict "DATABASE_USER" "username" "DATABASE_PASSWORD" "password" "DATABASE_HOST" "host" "DATABASE_NAME" "dbname" }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $cluster }}-app
      key: {{ $key }}
{{- end }}
- name: DATABASE_URL
  value: postgresql://$(DATABASE_USER):$(DATABASE_PASSWORD)@$(DATABASE_HOST):5432/$(DATABASE_NAME)?sslmode=verify-full&sslrootcert=/run/reelwright/postgres/ca.crt
{{- end }}

{{- /* The whole environment of a service's processes. */}}
{{- define "reelwright.serviceEnv" -}}
{{- $values := .root.Values -}}
{{- $env := dict
  "ENVIRONMENT" $values.environment
  "HTTP_HOST" "0.0.0.0"
  "HTTP_PORT" 3000
  "OPS_PORT" 3002
  "GRPC_PORT" 3003
  "PUBLIC_URL" $values.publicUrl
  "KAFKA_BROKERS" $values.kafka.brokers
  "IDENTITY_JWKS_FILE" "/run/reelwright/jwks/jwks.json"
  "IDENTITY_KEY_FILE" "/run/reelwright/secrets/IDENTITY_KEY"
  "LOG_LEVEL" $values.logLevel
  "DRAIN_SECONDS" .service.drainSeconds
  "STOP_SECONDS" .service.stopSeconds -}}
{{- if .facts.checkPort }}{{ $_ := set $env "CHECK_PORT" 3001 }}{{ end -}}
{{- if .facts.trustedProxies }}{{ $_ := set $env "TRUSTED_PROXIES" (add1 $values.gateway.trustedHops) }}{{ end -}}
{{- if and .facts.cell $values.cell }}{{ $_ := set $env "CELL" $values.cell }}{{ end -}}
{{- range .facts.calls }}{{ $_ := set $env (printf "%s_GRPC" (upper . | replace "-" "_")) (printf "%s-headless:3003" .) }}{{ end -}}
{{- if and .facts.objectStore $values.objectStore.url }}{{ $_ := set $env "OBJECT_STORE_URL" $values.objectStore.url }}{{ end -}}
{{- if and .facts.mediaRedirect $values.objectStore.redirectOrigin }}{{ $_ := set $env "MEDIA_REDIRECT_ORIGIN" $values.objectStore.redirectOrigin }}{{ end -}}
{{- if .facts.media }}{{ $_ := set $env "FFPROBE_PATH" "/usr/bin/ffprobe" }}{{ end -}}
{{- if eq .name "generation" }}{{ $_ := set $env "FFMPEG_PATH" "/usr/bin/ffmpeg" }}{{ end -}}
{{- if $values.kafka.sasl }}{{ $_ := set $env "KAFKA_SASL_USERNAME" .name }}{{ end -}}
{{- if and $values.kafka.sasl $values.kafka.userSecret }}{{ $_ := set $env "KAFKA_SASL_PASSWORD_FILE" "/run/reelwright/kafka-user/password" }}{{ end -}}
{{- if $values.kafka.tls.enabled -}}
{{- if $values.kafka.tls.caSecret }}{{ $_ := set $env "KAFKA_TLS_CA_FILE" "/run/reelwright/kafka/ca.crt" }}{{ else }}{{ $_ := set $env "KAFKA_TLS" true }}{{ end -}}
{{- end -}}
{{- if $values.otlpEndpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" $values.otlpEndpoint }}{{ end -}}
{{- if eq $values.environment "production" }}{{ $env = mergeOverwrite $env .facts.productionSettings }}{{ end -}}
{{- range include "reelwright.secretNames" . | fromJsonArray }}{{ $_ := set $env (printf "%s_FILE" .) (printf "/run/reelwright/secrets/%s" .) }}{{ end -}}
{{- $env = mergeOverwrite $env ($values.defaults.settings | default dict) (.service.settings | default dict) -}}
{{- include "reelwright.env" $env -}}
{{- if $values.postgres.cloudNativePg.enabled }}
{{- include "reelwright.databaseEnv" . }}
{{- end }}
{{- if and .facts.objectStore $values.objectStore.credentialsSecret }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $values.objectStore.credentialsSecret }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Secrets are files, of a volume that follows its Secret: never of a subPath, which does not. */}}
{{- define "reelwright.serviceVolumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .service.scratch }}
- name: secrets
  secret:
    secretName: {{ .service.secret | default (printf "reelwright-%s" .name) }}
    defaultMode: 0440
- name: jwks
  configMap:
    name: {{ .root.Values.identity.jwksConfigMap }}
{{- with .root.Values.kafka.tls.caSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . }}
    items: [{key: {{ $.root.Values.kafka.tls.caKey }}, path: ca.crt}]
{{- end }}
{{- if and .root.Values.kafka.sasl .root.Values.kafka.userSecret }}
- name: kafka-user
  secret:
    secretName: {{ .root.Values.kafka.userSecret | replace "{service}" .name }}
    defaultMode: 0440
    items: [{key: password, path: password}]
{{- end }}
{{- $cnpg := .root.Values.postgres.cloudNativePg }}
{{- if $cnpg.enabled }}
- name: postgres-ca
  secret:
    secretName: {{ $cnpg.clusterName | replace "{service}" .name }}-ca
    items: [{key: ca.crt, path: ca.crt}]
{{- else if .root.Values.postgres.caSecret }}
- name: postgres-ca
  secret:
    secretName: {{ .root.Values.postgres.caSecret }}
    items: [{key: ca.crt, path: ca.crt}]
{{- end }}
{{- end }}

{{- define "reelwright.serviceMounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: secrets, mountPath: /run/reelwright/secrets, readOnly: true}
- {name: jwks, mountPath: /run/reelwright/jwks, readOnly: true}
{{- if .root.Values.kafka.tls.caSecret }}
- {name: kafka-ca, mountPath: /run/reelwright/kafka, readOnly: true}
{{- end }}
{{- if and .root.Values.kafka.sasl .root.Values.kafka.userSecret }}
- {name: kafka-user, mountPath: /run/reelwright/kafka-user, readOnly: true}
{{- end }}
{{- if or .root.Values.postgres.cloudNativePg.enabled .root.Values.postgres.caSecret }}
- {name: postgres-ca, mountPath: /run/reelwright/postgres, readOnly: true}
{{- end }}
{{- end }}
