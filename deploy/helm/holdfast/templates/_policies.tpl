{{- /* To a part of this installation: { root, part, port }. */}}
{{- define "holdfast.toPart" }}
- to: [{ podSelector: { matchLabels: { app.kubernetes.io/name: holdfast, app.kubernetes.io/instance: {{ .root.Release.Name | quote }}, app.kubernetes.io/component: {{ .part }} } } }]
  ports: [{ port: {{ .port }}, protocol: TCP }]
{{- end }}
{{- /* Rules are for ports of pods: 5353 is where OpenShift has those that answer at 53. */}}
{{- define "holdfast.toNames" }}
- ports:
    {{- range list 53 5353 }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- /* To what is outside: { places, ports }. */}}
{{- define "holdfast.toPlaces" }}
{{- if .places }}
{{- range .places }}
- to: [{ ipBlock: { cidr: {{ .cidr }} } }]
  ports: [{ port: {{ .port }}, protocol: TCP }]
{{- end }}
{{- else }}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- end }}
{{- define "holdfast.toDatabase" }}
{{- if .Values.database.trial }}{{ include "holdfast.toPart" (dict "root" . "part" "database" "port" 5432) }}
{{- else }}{{ include "holdfast.toPlaces" (dict "places" .Values.networkPolicy.database "ports" (list .Values.database.port)) }}{{ end }}
{{- end }}
{{- define "holdfast.toBroker" }}
{{- if .Values.broker.trial }}{{ include "holdfast.toPart" (dict "root" . "part" "broker" "port" 4222) }}
{{- else }}{{ include "holdfast.toPlaces" (dict "places" .Values.networkPolicy.broker "ports" (list 4222)) }}{{ end }}
{{- end }}
{{- /* Where pods learn who they are at buckets: nowhere, unless it is named. */}}
{{- define "holdfast.toWorkloadIdentity" }}
{{- with .Values.networkPolicy.workloadIdentity }}{{ include "holdfast.toPlaces" (dict "places" .) }}{{ end }}
{{- end }}
{{- define "holdfast.toBucket" }}
{{- if or .Values.blobs.url (hasPrefix "s3://" .Values.blobs.otherUrl) }}{{ include "holdfast.toPlaces" (dict "places" .Values.networkPolicy.blobs "ports" (list 443)) }}{{ end }}
{{- end }}
{{- define "holdfast.toCollector" }}
{{- with .Values.tracing.endpoint }}
{{- $port := regexFind ":[0-9]+$" (urlParse .).host | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" .)) }}
{{- include "holdfast.toPlaces" (dict "places" $.Values.networkPolicy.collectors "ports" (list $port)) }}
{{- end }}
{{- end }}
{{- /* From parts of this installation: { root, parts, port }. */}}
{{- define "holdfast.fromParts" }}
- from:
    - podSelector:
        matchLabels: { app.kubernetes.io/name: holdfast, app.kubernetes.io/instance: {{ .root.Release.Name | quote }} }
        matchExpressions:
          - { key: app.kubernetes.io/component, operator: In, values: {{ toJson .parts }} }
  ports: [{ port: {{ .port }}, protocol: TCP }]
{{- end }}
{{- /* Probes come from the machine, which may always come: their port needs no rule. { root, part, annotations }. */}}
{{- define "holdfast.policyHead" }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "holdfast.fullname" .root }}-{{ .part }}
  labels: {{ include "holdfast.labels" . | nindent 4 }}
  {{- with .annotations }}
  annotations: {{ toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels: {{ include "holdfast.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
{{- end }}
