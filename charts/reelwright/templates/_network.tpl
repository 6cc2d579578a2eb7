{{- /* Pods of parts of this release: dict "names" "root". */}}
{{- define "reelwright.peers" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/instance: {{ .root.Release.Name }}
    matchExpressions:
      - {key: app.kubernetes.io/name, operator: In, values: [{{ join ", " .names }}]}
{{- end }}
