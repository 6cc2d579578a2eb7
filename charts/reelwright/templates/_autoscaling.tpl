{{- /* A replica that is stopped gives its work back, and a render starts again: replicas are removed slowly, one by one. */}}
{{- define "reelwright.scaleDown" -}}
scaleDown:
  stabilizationWindowSeconds: {{ .autoscaling.scaleDownSeconds }}
  policies:
    - {type: Pods, value: 1, periodSeconds: 60}
scaleUp:
  policies:
    - {type: Percent, value: 100, periodSeconds: 30}
    - {type: Pods, value: 2, periodSeconds: 30}
{{- end }}

{{- /* JSON Schema can't compare two values: dict "part" "autoscaling". */}}
{{- define "reelwright.checkScaling" -}}
{{- with .autoscaling -}}
{{- if and (ne .kind "none") (gt (int .min) (int .max)) -}}
{{- fail (printf "%s.autoscaling: min is %d, which is more than max, %d" $.part (int .min) (int .max)) -}}
{{- end -}}
{{- end -}}
{{- end }}
