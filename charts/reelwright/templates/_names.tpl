{{- /*
The name of every object of a part is the part's name: a namespace holds one release, and the gateway finds the
services by these names. Two installations are two namespaces.
*/}}

{{- /* Labels of all objects of a part: dict "part" "root", and "more" labels of this one. */}}
{{- define "reelwright.labels" -}}
{{ include "reelwright.selector" . }}
app.kubernetes.io/part-of: reelwright
app.kubernetes.io/managed-by: {{ .root.Release.Service | quote }}
app.kubernetes.io/version: {{ .root.Values.images.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_." | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name (.root.Chart.Version | replace "+" "_") | quote }}
{{- with mergeOverwrite (deepCopy .root.Values.commonLabels) (.more | default dict) }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Labels that never change, and that all pods of a part have, those of its jobs too. */}}
{{- define "reelwright.selector" -}}
app.kubernetes.io/name: {{ .part | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- end }}

{{- /* The image of a part: dict "image" "digest" "root". */}}
{{- define "reelwright.image" -}}
{{- $images := .root.Values.images -}}
{{- $name := printf "%s/%s" $images.registry .image -}}
{{- if .digest -}}
{{ printf "%s%s@%s" $name (empty $images.digestTag | ternary "" (printf ":%s" $images.digestTag)) .digest | quote }}
{{- else -}}
{{ printf "%s:%s" $name ($images.tag | default .root.Chart.AppVersion) | quote }}
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
