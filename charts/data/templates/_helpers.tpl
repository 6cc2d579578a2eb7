{{- define "data.labels" -}}
{{ include "data.selector" . }}
app.kubernetes.io/part-of: reelwright
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "data.selector" -}}
app.kubernetes.io/name: {{ .part }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- end }}

{{- define "data.image" -}}
{{- $images := .root.Values.images -}}
{{- $name := printf "%s/%s" $images.registry .image -}}
{{- with index $images.digests .image -}}
{{ printf "%s@%s" $name . }}
{{- else -}}
{{ printf "%s:%s" $name ($images.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{- define "data.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "data.container" -}}
imagePullPolicy: {{ .Values.images.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "data.claim" -}}
- metadata:
    name: data
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .storageClass }}
    storageClassName: {{ . | quote }}
    {{- end }}
    resources:
      requests: {storage: {{ .storage | quote }}}
{{- end }}

{{- /* The product's pods, of any part, or those of `names`, as peers of a network policy: dict "names" "root". */}}
{{- define "data.clients" -}}
- podSelector:
    matchLabels: {app.kubernetes.io/part-of: reelwright}
    {{- with .names }}
    matchExpressions:
      - {key: app.kubernetes.io/name, operator: In, values: [{{ join ", " . }}]}
    {{- end }}
  {{- with .root.Values.clientNamespace }}
  namespaceSelector:
    matchLabels: {kubernetes.io/metadata.name: {{ . | quote }}}
  {{- end }}
{{- end }}
