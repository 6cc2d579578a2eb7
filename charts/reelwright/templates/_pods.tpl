{{- /* What every pod of the product has, before its containers: dict "part" "root". */}}
{{- define "reelwright.pod" -}}
serviceAccountName: {{ .account | default .part }}
automountServiceAccountToken: false
enableServiceLinks: false
dnsConfig:
  options:
    # A lost packet would cost five seconds, as long as a connection may take to be made.
    - {name: timeout, value: "1"}
    - {name: attempts, value: "3"}
    # Names of the internet are asked for as they are first.
    - {name: ndots, value: "2"}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What every container has. */}}
{{- define "reelwright.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
{{- end }}

{{- /* Replicas of a part on different nodes and in different zones, where there are several. */}}
{{- define "reelwright.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "reelwright.selector" $ | nindent 8 }}
        app.kubernetes.io/component: {{ $.component }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "reelwright.selector" . | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- /* `env` entries of a dict, by name. A whole number that YAML read as a float keeps its digits. */}}
{{- define "reelwright.env" -}}
{{- range $name := keys . | sortAlpha }}
{{- $value := index $ $name }}
- name: {{ $name }}
  value: {{ (kindIs "float64" $value | ternary (int64 $value | toString) ($value | toString)) | quote }}
{{- end }}
{{- end }}
