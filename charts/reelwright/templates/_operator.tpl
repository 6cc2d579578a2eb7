{{- /* What a command that uses Kafka as the user `operator` has: deploy/kafka/access.yaml. */}}
{{- define "reelwright.operatorEnv" -}}
{{- $kafka := .Values.kafka -}}
{{- $env := dict "KAFKA_BROKERS" $kafka.brokers "LOG_LEVEL" "warn" -}}
{{- if $kafka.tls.enabled -}}
{{- if $kafka.tls.caSecret }}{{ $_ := set $env "KAFKA_TLS_CA_FILE" "/run/reelwright/kafka/ca.crt" }}{{ else }}{{ $_ := set $env "KAFKA_TLS" true }}{{ end -}}
{{- end -}}
{{- if $kafka.sasl -}}
{{- $_ := set $env "KAFKA_SASL_USERNAME" "operator" -}}
{{- $_ := set $env "KAFKA_SASL_PASSWORD_FILE" "/run/reelwright/kafka-user/password" -}}
{{- end -}}
{{- include "reelwright.env" $env -}}
{{- end }}

{{- define "reelwright.operatorVolumes" -}}
- name: tmp
  emptyDir: {sizeLimit: 64Mi}
{{- if .Values.kafka.sasl }}
- name: kafka-user
  secret:
    secretName: {{ .Values.kafka.userSecret | default "reelwright-operator" | replace "{service}" "operator" | quote }}
    defaultMode: 0440
    items: [{key: {{ empty .Values.kafka.userSecret | ternary "KAFKA_SASL_PASSWORD" "password" }}, path: password}]
{{- end }}
{{- with .Values.kafka.tls.caSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . | quote }}
    items: [{key: {{ $.Values.kafka.tls.caKey | quote }}, path: ca.crt}]
{{- end }}
{{- end }}

{{- define "reelwright.operatorMounts" -}}
- {name: tmp, mountPath: /tmp}
{{- if .Values.kafka.sasl }}
- {name: kafka-user, mountPath: /run/reelwright/kafka-user, readOnly: true}
{{- end }}
{{- if .Values.kafka.tls.caSecret }}
- {name: kafka-ca, mountPath: /run/reelwright/kafka, readOnly: true}
{{- end }}
{{- end }}
