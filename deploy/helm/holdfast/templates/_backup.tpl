{{/* What the program of backups reads of the installation: as it is written for one host in deploy/compose/backup.json. */}}
{{- define "holdfast.backupInstallation" -}}
{{- $schemas := list -}}
{{- range $part := list "identity" "repository" "artifact" -}}
{{- $url := printf "postgres://%s_%s@%s" $.Values.database.name $part (include "holdfast.databaseAt" $) -}}
{{- $schemas = append $schemas (dict "name" $part "databaseUrl" $url "credentials" (printf "/run/holdfast/%s/credentials.json" $part)) -}}
{{- end -}}
{{- $name := printf "%s-repository" (include "holdfast.fullname" .) -}}
{{- $scheme := ternary "https" "http" (ne .Values.bytes.tlsSecret "") -}}
{{- $nodes := dict -}}
{{- range $at := until (int .Values.repository.replicas) -}}
{{- $node := printf "%s-%d" $name $at -}}
{{- $_ := set $nodes $node (printf "%s://%s.%s.%s.svc:7071" $scheme $node $name $.Release.Namespace) -}}
{{- end -}}
{{- $blobs := dict "data" "/var/lib/holdfast/artifact" -}}
{{- with .Values.blobs.url }}{{ $_ := set $blobs "url" . }}{{ end -}}
{{- with .Values.blobs.otherUrl }}{{ $_ := set $blobs "other" . }}{{ end -}}
{{- if not (include "holdfast.artifactVolume" .) }}{{ $_ := set $blobs "data" "/tmp/artifacts" }}{{ end -}}
{{- $readers := dict "token" "/run/backup/token" -}}
{{- if .Values.bytes.tlsSecret }}{{ $_ := set $readers "tls" (dict "cert" "/run/bytes/tls.crt" "key" "/run/bytes/tls.key" "ca" "/run/bytes/ca.crt") }}{{ end -}}
{{ dict "schemas" $schemas "nodes" $nodes "readers" $readers "blobs" $blobs "files" dict | toPrettyJson }}
{{- end }}

{{- define "holdfast.backupTokenSecret" -}}
{{ .Values.backup.tokenSecret | default (printf "%s-backup-token" (include "holdfast.fullname" .)) }}
{{- end }}

{{/*
A pod of the program of backups: { root, part, args, waits, reads, writes }. `reads`: it reaches what is backed up, and
not the place of the backups alone.
*/}}
{{- define "holdfast.backupPod" -}}
{{- $values := .root.Values.backup -}}
{{- $volume := and .reads (include "holdfast.artifactVolume" .root) -}}
{{- $authority := $values.caSecret | default .root.Values.blobs.caSecret -}}
{{- $keySecret := required "backup.keySecret is needed where backup.enabled is true" $values.keySecret -}}
restartPolicy: Never
serviceAccountName: {{ include "holdfast.serviceAccount" . }}
{{ include "holdfast.podSecurity" . }}
terminationGracePeriodSeconds: 30
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- include "holdfast.nodes" $values }}
{{- if and $volume (ne .root.Values.artifact.storage.accessMode "ReadWriteMany") (not .writes) }}
# The volume of the artifacts can be on one machine only: that of the pod that has it.
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels: {{ include "holdfast.selector" (dict "root" .root "part" "artifact") | nindent 12 }}
{{- end }}
containers:
  - name: backup
    image: {{ include "holdfast.image" (dict "root" .root "program" "backup") }}
    imagePullPolicy: {{ .root.Values.images.pullPolicy }}
    {{- if .waits }}
    # Waits for commands, and ends when it is told to.
    command: [/usr/bin/node, -e, 'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 3600000)']
    {{- else }}
    args: {{ toJson .args }}
    {{- end }}
    {{- include "holdfast.containerSecurity" . | nindent 4 }}
    env:
      {{- if .reads }}
      - name: HOLDFAST_BACKUP_INSTALLATION
        value: /etc/holdfast/backup.json
      {{- end }}
      - name: HOLDFAST_BACKUP_URL
        value: {{ $values.url | default "/backups" | quote }}
      - name: HOLDFAST_BACKUP_KEY
        value: /run/backup/key
      {{- with $values.credentialsSecret }}
      {{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
      - name: {{ . }}
        valueFrom: { secretKeyRef: { name: {{ $values.credentialsSecret }}, key: {{ . }} } }
      {{- end }}
      {{- end }}
      {{- if $authority }}
      {{- include "holdfast.authorityEnv" . | indent 6 }}
      {{- end }}
      {{- include "holdfast.furtherEnv" . | indent 6 }}
    resources: {{ toYaml $values.resources | nindent 6 }}
    volumeMounts:
      - { name: backup, mountPath: /run/backup, readOnly: true }
      {{- if .reads }}
      - { name: installation, mountPath: /etc/holdfast, readOnly: true }
      {{- range list "identity" "repository" "artifact" }}
      - { name: credentials-{{ . }}, mountPath: /run/holdfast/{{ . }}, readOnly: true }
      {{- end }}
      {{- if and .root.Values.database.caSecret (not .root.Values.database.trial) }}
      - { name: database, mountPath: /run/database, readOnly: true }
      {{- end }}
      {{- if .root.Values.bytes.tlsSecret }}
      - { name: bytes, mountPath: /run/bytes, readOnly: true }
      {{- end }}
      {{- end }}
      {{- if $volume }}
      - { name: artifacts, mountPath: /var/lib/holdfast/artifact, readOnly: {{ not .writes }} }
      {{- end }}
      {{- if $values.claim }}
      - { name: backups, mountPath: /backups }
      {{- end }}
      {{- if $authority }}
      {{- include "holdfast.authorityMount" . | indent 6 }}
      {{- end }}
      {{- include "holdfast.fileMounts" . | indent 6 }}
      - { name: tmp, mountPath: /tmp }
volumes:
  - name: backup
    projected:
      defaultMode: 0440
      sources:
        - secret: { name: {{ $keySecret }}, items: [{ key: key, path: key }] }
        {{- if .reads }}
        - secret: { name: {{ include "holdfast.backupTokenSecret" .root }}, items: [{ key: token, path: token }] }
        {{- end }}
  {{- if .reads }}
  - { name: installation, configMap: { name: {{ include "holdfast.fullname" .root }}-backup } }
  {{- range $part := list "identity" "repository" "artifact" }}
  - name: credentials-{{ $part }}
    secret: { secretName: {{ include "holdfast.credentialsSecret" (dict "root" $.root "part" $part) }}, defaultMode: 0440 }
  {{- end }}
  {{- if and .root.Values.database.caSecret (not .root.Values.database.trial) }}
  - name: database
    secret: { secretName: {{ .root.Values.database.caSecret }}, defaultMode: 0440 }
  {{- end }}
  {{- if .root.Values.bytes.tlsSecret }}
  - name: bytes
    secret: { secretName: {{ .root.Values.bytes.tlsSecret }}, defaultMode: 0440 }
  {{- end }}
  {{- end }}
  {{- if $volume }}
  - { name: artifacts, persistentVolumeClaim: { claimName: {{ include "holdfast.fullname" .root }}-artifact } }
  {{- end }}
  {{- with $authority }}
  {{- include "holdfast.authorityVolume" . | indent 2 }}
  {{- end }}
  {{- include "holdfast.fileVolumes" . | indent 2 }}
  {{- with $values.claim }}
  - { name: backups, persistentVolumeClaim: { claimName: {{ . }} } }
  {{- end }}
  - { name: tmp, emptyDir: { sizeLimit: {{ $values.temporary }} } }
{{- end }}

{{/* Beside a storage node: reads it for who makes a backup, and writes what he restores. It has no key of backups. */}}
{{- define "holdfast.reader" -}}
- name: files
  image: {{ include "holdfast.image" (dict "root" . "program" "backup") }}
  imagePullPolicy: {{ .Values.images.pullPolicy }}
  args: {{ ternary (list "serve" "--writable") (list "serve") .Values.restore.enabled | toJson }}
  {{- include "holdfast.containerSecurity" . | nindent 2 }}
  ports:
    - { name: files, containerPort: 7071 }
  env:
    - name: HOLDFAST_DATA
      value: /var/lib/holdfast
    - name: HOLDFAST_BACKUP_LISTEN
      value: 0.0.0.0:7071
    - name: HOLDFAST_BACKUP_TOKEN
      value: /run/backup/token
    {{- include "holdfast.bytesTlsEnv" . | indent 4 }}
  livenessProbe:
    tcpSocket: { port: files }
    periodSeconds: 30
    failureThreshold: 4
  resources: {{ toYaml .Values.backup.readerResources | nindent 4 }}
  volumeMounts:
    - { name: reader, mountPath: /run/backup, readOnly: true }
    {{- if .Values.bytes.tlsSecret }}
    - { name: bytes, mountPath: /run/bytes, readOnly: true }
    {{- end }}
    - { name: data, mountPath: /var/lib/holdfast, readOnly: {{ not .Values.restore.enabled }} }
{{- end }}
