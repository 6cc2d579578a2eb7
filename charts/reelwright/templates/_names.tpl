{{- /*
The name of every object of a part is the part's name: a namespace holds one release, and the gateway finds the
services by these names. Two installations are two namespaces.
*/}}

{{- /* Labels of all objects of a part: dict "part" "root". */}}
{{- define "reelwright.labels" -}}
{{ include "reelwright.selector" . }}
app.kubernetes.io/part-of: reelwright
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Labels that never change, and that all pods of a part have, those of its jobs too. */}}
{{- define "reelwright.selector" -}}
app.kubernetes.io/name: {{ .part }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- /* The image of a part: dict "image" "digest" "root". */}}
{{- define "reelwright.image" -}}
{{- $images := .root.Values.images -}}
{{- $name := printf "%s/%s" $images.registry .image -}}
{{- if .digest -}}
{{ $name }}{{ with $images.digestTag }}:{{ . }}{{ end }}@{{ .digest }}
{{- else -}}
{{ printf "%s:%s" $name ($images.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{- /* The settings of a service: what the chart sets for all, then what the service's values say. */}}
{{- define "reelwright.service" -}}
{{- $defaults := omit (deepCopy .root.Values.defaults) "settings" -}}
{{- mergeOverwrite $defaults (deepCopy (index .root.Values.services .name)) | toYaml -}}
{{- end }}

{{- /* Seconds from SIGTERM to the kill: deploy/replicas.md, 'Shutdown'. */}}
{{- define "reelwright.graceSeconds" -}}
{{ add .drainSeconds .stopSeconds 30 }}
{{- end }}
