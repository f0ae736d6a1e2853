{{/*
What the chart gives by itself, and the value that says it; empty: what else the chart makes depends on it. Given a
second time, by `settings`, the API server would refuse the pod: { root, part }.
*/}}
{{- define "holdfast.ownSettings" -}}
AWS_ACCESS_KEY_ID: credentialsSecret
AWS_SECRET_ACCESS_KEY: credentialsSecret
HOLDFAST_BLOBS_CLIENT_ENDPOINT: blobs.clientEndpoint
HOLDFAST_BLOBS_OTHER_URL: blobs.otherUrl
HOLDFAST_BLOBS_REDIRECT: blobs.redirectFrom
HOLDFAST_BLOBS_URL: blobs.url
HOLDFAST_BYTES_LISTEN: ''
HOLDFAST_BYTES_PEERS: bytes.podNetworks
HOLDFAST_BYTES_TLS_CA: bytes.tlsSecret
HOLDFAST_BYTES_TLS_CERT: bytes.tlsSecret
HOLDFAST_BYTES_TLS_KEY: bytes.tlsSecret
HOLDFAST_BYTES_URL: ''
HOLDFAST_CREDENTIALS: credentials.existing
HOLDFAST_DATA: ''
HOLDFAST_DRAIN_SECONDS: drainSeconds
HOLDFAST_HEALTH_LISTEN: ''
HOLDFAST_HOST: ''
HOLDFAST_MAIL: ''
HOLDFAST_NATS_COPIES: broker.copies
HOLDFAST_NATS_TLS_CA: broker.tlsSecret
HOLDFAST_NATS_TLS_CERT: broker.tlsSecret
HOLDFAST_NATS_TLS_KEY: broker.tlsSecret
HOLDFAST_NODE: ''
HOLDFAST_OTLP_ENDPOINT: tracing.endpoint
HOLDFAST_OTLP_RATIO: tracing.ratio
HOLDFAST_PORT: ''
HOLDFAST_REMOTE_KEYS: repository.remoteKeysSecret
HOLDFAST_SECRET: secret.existing
HOLDFAST_SITE_URL: site.url
HOLDFAST_SMTP_URL: identity.smtpSecret
HOLDFAST_SSH_HOME: ''
HOLDFAST_SSH_HOST: ''
HOLDFAST_SSH_HOST_KEYS: ssh.hostKeysSecret
HOLDFAST_SSH_PORT: ssh.service.port
HOLDFAST_SSH_TRUSTED_PROXIES: ssh.trustedProxies
HOLDFAST_SSH_URL: site.sshUrl
HOLDFAST_TLS_CERT: gateway.tlsSecret
HOLDFAST_TLS_KEY: gateway.tlsSecret
HOLDFAST_TRUSTED_PROXIES: trustedProxies
HOLDFAST_VENDOR: site.vendor
{{- if and .root.Values.blobs.caSecret (has .part (list "gateway" "artifact")) }}
NODE_EXTRA_CA_CERTS: blobs.caSecret
{{- end }}
{{- end }}

{{/* What `settings` of a part say: { root, part }. Its HOLDFAST_LOG_LEVEL takes the place of `logLevel`. */}}
{{- define "holdfast.furtherEnv" -}}
{{- $own := include "holdfast.ownSettings" . | fromYaml -}}
{{- range $name, $value := (index .root.Values .part).settings }}
{{- if hasKey $own $name }}
{{- $by := get $own $name }}
{{- fail (printf "%s.settings.%s is set by the chart itself%s" $.part $name (empty $by | ternary "" (printf ": see %s" $by))) }}
{{- end }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* Files of a part's own, out of Secrets, for its `settings` to name: { root, part }. */}}
{{- define "holdfast.fileMounts" }}
{{- range $name, $_ := (index .root.Values .part).files }}
- { name: file-{{ $name }}, mountPath: /run/files/{{ $name }}, readOnly: true }
{{- end }}
{{- end }}

{{- define "holdfast.fileVolumes" }}
{{- range $name, $secret := (index .root.Values .part).files }}
- name: file-{{ $name }}
  secret: { secretName: {{ $secret }}, defaultMode: 0440 }
{{- end }}
{{- end }}
