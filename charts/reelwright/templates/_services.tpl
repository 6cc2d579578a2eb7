{{- /* Names of the secret settings that a service reads from files of its Secret: dict "name" "facts" "service" "root". */}}
{{- define "reelwright.secretNames" -}}
{{- $names := .facts.requiredSecrets -}}
{{- range .service.optionalSecrets }}{{ if has . $.facts.secrets }}{{ $names = append $names . }}{{ end }}{{ end -}}
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
      name: {{ printf "%s-app" $cluster | quote }}
      key: {{ $key }}
{{- end }}
- name: DATABASE_URL
  value: postgresql://$(DATABASE_USER):$(DATABASE_PASSWORD)@$(DATABASE_HOST):5432/$(DATABASE_NAME)?sslmode=verify-full&sslrootcert=/run/reelwright/postgres/ca.crt
{{- end }}

{{- /* The user that a service's processes are for the brokers: access of the service's name belongs to its successors too. */}}
{{- define "reelwright.kafkaUser" -}}
{{ .service.kafkaUser | default .name }}
{{- end }}

{{- /* The Secret of that user, as Strimzi names it. */}}
{{- define "reelwright.kafkaUserSecret" -}}
{{ .root.Values.kafka.userSecret | replace "{service}" (include "reelwright.kafkaUser" .) }}
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
{{- if $values.kafka.sasl }}{{ $_ := set $env "KAFKA_SASL_USERNAME" (include "reelwright.kafkaUser" .) }}{{ end -}}
{{- if and $values.kafka.sasl $values.kafka.userSecret }}{{ $_ := set $env "KAFKA_SASL_PASSWORD_FILE" "/run/reelwright/kafka-user/password" }}{{ end -}}
{{- if $values.kafka.tls.enabled -}}
{{- if $values.kafka.tls.caSecret }}{{ $_ := set $env "KAFKA_TLS_CA_FILE" "/run/reelwright/kafka/ca.crt" }}{{ else }}{{ $_ := set $env "KAFKA_TLS" true }}{{ end -}}
{{- end -}}
{{- $secrets := include "reelwright.secretNames" . | fromJsonArray -}}
{{- if and $values.otlpEndpoint (not (has "OTEL_EXPORTER_OTLP_ENDPOINT" $secrets)) }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" $values.otlpEndpoint }}{{ end -}}
{{- with .service.googleCredentials }}{{ $_ := set $env "GOOGLE_APPLICATION_CREDENTIALS" (printf "/run/reelwright/secrets/%s" .key) }}{{ end -}}
{{- if eq $values.environment "production" }}{{ $env = mergeOverwrite $env .facts.productionSettings }}{{ end -}}
{{- range $secrets }}{{ $_ := set $env (printf "%s_FILE" .) (printf "/run/reelwright/secrets/%s" .) }}{{ end -}}
{{- range .facts.settings }}{{ if hasKey $values.defaults.settings . }}{{ $_ := set $env . (index $values.defaults.settings .) }}{{ end }}{{ end -}}
{{- $env = mergeOverwrite $env (.service.settings | default dict) -}}
{{- include "reelwright.env" $env -}}
{{- if $values.postgres.cloudNativePg.enabled }}
{{- include "reelwright.databaseEnv" . }}
{{- end }}
{{- if and .facts.objectStore $values.objectStore.credentialsSecret }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $values.objectStore.credentialsSecret | quote }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Secrets are files, of a volume that follows its Secret: never of a subPath, which does not. */}}
{{- define "reelwright.serviceVolumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .service.scratch | quote }}
- name: secrets
  secret:
    secretName: {{ .service.secret | default (printf "reelwright-%s" .name) | quote }}
    defaultMode: 0440
- name: jwks
  configMap:
    name: {{ .root.Values.identity.jwksConfigMap | quote }}
{{- with (.service.googleCredentials | default dict).tokenAudience }}
- name: google-token
  projected:
    sources:
      - serviceAccountToken: {audience: {{ . | quote }}, path: token, expirationSeconds: 3600}
{{- end }}
{{- with .root.Values.kafka.tls.caSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . | quote }}
    items: [{key: {{ $.root.Values.kafka.tls.caKey | quote }}, path: ca.crt}]
{{- end }}
{{- if and .root.Values.kafka.sasl .root.Values.kafka.userSecret }}
- name: kafka-user
  secret:
    secretName: {{ include "reelwright.kafkaUserSecret" . | quote }}
    defaultMode: 0440
    items: [{key: password, path: password}]
{{- end }}
{{- $cnpg := .root.Values.postgres.cloudNativePg }}
{{- if $cnpg.enabled }}
- name: postgres-ca
  secret:
    secretName: {{ printf "%s-ca" ($cnpg.clusterName | replace "{service}" .name) | quote }}
    items: [{key: ca.crt, path: ca.crt}]
{{- else if .root.Values.postgres.caSecret }}
- name: postgres-ca
  secret:
    secretName: {{ .root.Values.postgres.caSecret | quote }}
    items: [{key: ca.crt, path: ca.crt}]
{{- end }}
{{- end }}

{{- define "reelwright.serviceMounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: secrets, mountPath: /run/reelwright/secrets, readOnly: true}
- {name: jwks, mountPath: /run/reelwright/jwks, readOnly: true}
{{- if (.service.googleCredentials | default dict).tokenAudience }}
- {name: google-token, mountPath: /run/reelwright/google, readOnly: true}
{{- end }}
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

{{- /* Node fills its old space before it collects more often: with a lower limit the kernel ends the process first. */}}
{{- define "reelwright.checkMemory" -}}
{{- $limit := .service.resources.limits.memory -}}
{{- $number := regexFind "^[0-9.]+" $limit -}}
{{- $units := dict "" 1 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- $mebibytes := divf (mulf ($number | float64) (index $units (trimPrefix $number $limit))) 1048576 -}}
{{- if ge (.service.node.oldSpaceMiB | float64) $mebibytes -}}
{{- fail (printf "services.%s: node.oldSpaceMiB is %v, which leaves nothing of limits.memory, %s" .name .service.node.oldSpaceMiB $limit) -}}
{{- end -}}
{{- end }}
