{{- /* Pods of parts of this release: dict "names" "root". */}}
{{- define "reelwright.peers" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
    matchExpressions:
      - {key: app.kubernetes.io/name, operator: In, values: {{ .names | toJson }}}
{{- end }}

{{- /* Rules of `egress` as the values have them. */}}
{{- define "reelwright.rules" -}}
{{- range . }}
- {{ toYaml . | nindent 2 | trim }}
{{- end }}
{{- end }}

{{- /* Rules of `egress` to what a service reaches outside, and to the sandbox that stands for it: dict "facts" "root". */}}
{{- define "reelwright.providers" -}}
{{- with .facts.internet -}}
# Providers, by HTTPS and, for mail, submission. No address of a private network, and no cloud's metadata.
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
    - ipBlock:
        cidr: ::/0
        except: [fc00::/7, fe80::/10]
  ports:
    {{- range . }}
    - {port: {{ . }}}
    {{- end }}
{{- end }}
{{- if .root.Values.sandbox.enabled }}
- to:
    {{- include "reelwright.peers" (dict "names" (list "sandbox" "gateway") "root" .root) | nindent 4 }}
{{- end }}
{{- end }}
