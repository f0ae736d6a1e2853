{{/* What all pods of ours have: { root, part }. */}}
{{- define "holdfast.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "holdfast.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* On which nodes pods may run: { nodeSelector, tolerations }. */}}
{{- define "holdfast.nodes" }}
{{- with .nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where pods run, and with which right: { root, part }. */}}
{{- define "holdfast.scheduling" -}}
{{- $values := index .root.Values .part -}}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- include "holdfast.nodes" $values }}
{{- with $values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "holdfast.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}

{{/* A process waits for its broker as long as it takes, and lives; only one that hangs is started again. */}}
{{- define "holdfast.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: health }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /health/ready, port: health }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* Settings of all four services: { root, part }. */}}
{{- define "holdfast.commonEnv" -}}
{{- $values := index .root.Values .part -}}
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_IP
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
- name: NATS_URL
  value: {{ include "holdfast.brokerUrls" .root | quote }}
{{- include "holdfast.brokerTlsEnv" .root }}
- name: HOLDFAST_SITE_URL
  value: {{ .root.Values.site.url | quote }}
{{- if not (hasKey $values.settings "HOLDFAST_LOG_LEVEL") }}
- name: HOLDFAST_LOG_LEVEL
  value: {{ .root.Values.logLevel | quote }}
{{- end }}
- name: HOLDFAST_HEALTH_LISTEN
  value: 0.0.0.0:8081
- name: HOLDFAST_DRAIN_SECONDS
  value: {{ $values.drainSeconds | quote }}
{{- with .root.Values.tracing.endpoint }}
- name: HOLDFAST_OTLP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{/* Of those who keep objects, and tell their events to the broker: { root, part }. */}}
{{- define "holdfast.keeperEnv" }}
- name: HOLDFAST_NATS_COPIES
  value: {{ .root.Values.broker.trial | ternary 1 .root.Values.broker.copies | quote }}
- name: DATABASE_URL
  value: {{ printf "postgres://%s_%s@%s" .root.Values.database.name .part (include "holdfast.databaseAt" .root) | quote }}
{{- end }}

{{- define "holdfast.brokerTlsEnv" }}
{{- if and (not .Values.broker.trial) .Values.broker.tlsSecret }}
- name: HOLDFAST_NATS_TLS_CA
  value: /run/broker/ca.crt
{{- if .Values.broker.tlsClient }}
- name: HOLDFAST_NATS_TLS_CERT
  value: /run/broker/tls.crt
- name: HOLDFAST_NATS_TLS_KEY
  value: /run/broker/tls.key
{{- end }}
{{- end }}
{{- end }}

{{- define "holdfast.bytesTlsEnv" }}
{{- if .Values.bytes.tlsSecret }}
- name: HOLDFAST_BYTES_TLS_CERT
  value: /run/bytes/tls.crt
- name: HOLDFAST_BYTES_TLS_KEY
  value: /run/bytes/tls.key
- name: HOLDFAST_BYTES_TLS_CA
  value: /run/bytes/ca.crt
{{- end }}
{{- end }}

{{/* The byte ports of storage nodes. */}}
{{- define "holdfast.nodePeers" -}}
{{ if .Values.bytes.tlsSecret }}https://{{ end }}*.{{ include "holdfast.fullname" . }}-repository.{{ .Release.Namespace }}.svc:7070
{{- end }}

{{/* Those of the artifact service, whose pods have no names: its certificates are for that of the part. */}}
{{- define "holdfast.artifactPeers" -}}
{{- $tls := ternary (printf "https://%s-artifact.%s.svc=" (include "holdfast.fullname" .) .Release.Namespace) "" (ne .Values.bytes.tlsSecret "") -}}
{{- $all := list -}}
{{- range .Values.bytes.podNetworks }}{{ $all = append $all (printf "%s%s:7070" $tls .) }}{{ end -}}
{{ join "," $all }}
{{- end }}

{{/* Not empty: artifacts lie on the volume of their service, or some of them still do. */}}
{{- define "holdfast.artifactVolume" -}}
{{ if or (not .Values.blobs.url) (eq .Values.blobs.otherUrl "disk") }}yes{{ end }}
{{- end }}

{{/* { root, credentials }: the Secret of who the part is at the bucket. */}}
{{- define "holdfast.bucketEnv" }}
{{- $blobs := .root.Values.blobs }}
{{- with $blobs.url }}
- name: HOLDFAST_BLOBS_URL
  value: {{ . | quote }}
{{- end }}
{{- with $blobs.otherUrl }}
- name: HOLDFAST_BLOBS_OTHER_URL
  value: {{ . | quote }}
{{- end }}
{{- if and (or $blobs.url $blobs.otherUrl) .credentials }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.credentials }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- if $blobs.caSecret }}
{{- include "holdfast.authorityEnv" . }}
{{- end }}
{{- end }}

{{/* For a bucket whose certificate is of an authority of its own: Node.js trusts it beside those that it knows. */}}
{{- define "holdfast.authorityEnv" }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/bucket/ca.crt
{{- end }}

{{- define "holdfast.authorityMount" }}
- { name: bucket, mountPath: /run/bucket, readOnly: true }
{{- end }}

{{/* Takes the name of its Secret. */}}
{{- define "holdfast.authorityVolume" }}
- name: bucket
  secret: { secretName: {{ . }}, items: [{ key: ca.crt, path: ca.crt }], defaultMode: 0440 }
{{- end }}

{{/* { root, part, bytes, database, blobs }: which of the mounted Secrets it has. */}}
{{- define "holdfast.secretMounts" -}}
- { name: credentials, mountPath: /run/holdfast, readOnly: true }
{{- if and .database .root.Values.database.caSecret (not .root.Values.database.trial) }}
- { name: database, mountPath: /run/database, readOnly: true }
{{- end }}
{{- if and .root.Values.broker.tlsSecret (not .root.Values.broker.trial) }}
- { name: broker, mountPath: /run/broker, readOnly: true }
{{- end }}
{{- if and .bytes .root.Values.bytes.tlsSecret }}
- { name: bytes, mountPath: /run/bytes, readOnly: true }
{{- end }}
{{- if and .blobs .root.Values.blobs.caSecret }}
{{- include "holdfast.authorityMount" . }}
{{- end }}
{{- include "holdfast.fileMounts" . }}
{{- end }}

{{- define "holdfast.secretVolumes" -}}
- name: credentials
  secret: { secretName: {{ include "holdfast.credentialsSecret" . }}, defaultMode: 0440 }
{{- if and .database .root.Values.database.caSecret (not .root.Values.database.trial) }}
- name: database
  secret: { secretName: {{ .root.Values.database.caSecret }}, defaultMode: 0440 }
{{- end }}
{{- if and .root.Values.broker.tlsSecret (not .root.Values.broker.trial) }}
- name: broker
  secret: { secretName: {{ .root.Values.broker.tlsSecret }}, defaultMode: 0440 }
{{- end }}
{{- if and .bytes .root.Values.bytes.tlsSecret }}
- name: bytes
  secret: { secretName: {{ .root.Values.bytes.tlsSecret }}, defaultMode: 0440 }
{{- end }}
{{- if and .blobs .root.Values.blobs.caSecret }}
{{- include "holdfast.authorityVolume" .root.Values.blobs.caSecret }}
{{- end }}
{{- include "holdfast.fileVolumes" . }}
{{- end }}
