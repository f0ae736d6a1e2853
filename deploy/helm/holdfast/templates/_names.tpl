{{- define "holdfast.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* What names a part, for good: { root, part }. */}}
{{- define "holdfast.selector" -}}
app.kubernetes.io/name: holdfast
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "holdfast.labels" -}}
{{ include "holdfast.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "holdfast.image" -}}
{{ printf "%s/%s:%s" .root.Values.images.prefix .program (.root.Values.images.tag | default .root.Chart.AppVersion) }}
{{- end }}

{{- define "holdfast.serviceAccount" -}}
{{- $account := (index .root.Values .part).serviceAccount -}}
{{- if $account.create }}{{ $account.name | default (printf "%s-%s" (include "holdfast.fullname" .root) .part) }}{{ else }}{{ required (printf "%s.serviceAccount.name" .part) $account.name }}{{ end }}
{{- end }}

{{- define "holdfast.credentialsSecret" -}}
{{ printf "%s-%s" (.root.Values.credentials.existing | default (printf "%s-credentials" (include "holdfast.fullname" .root))) .part }}
{{- end }}

{{- define "holdfast.secretName" -}}
{{ .Values.secret.existing | default (printf "%s-secret" (include "holdfast.fullname" .)) }}
{{- end }}

{{- define "holdfast.hostKeysSecret" -}}
{{ .Values.ssh.hostKeysSecret | default (printf "%s-ssh-host-keys" (include "holdfast.fullname" .)) }}
{{- end }}

{{- define "holdfast.remoteKeysSecret" -}}
{{ .Values.repository.remoteKeysSecret | default (printf "%s-remote-keys" (include "holdfast.fullname" .)) }}
{{- end }}

{{- define "holdfast.databaseSecret" -}}
{{ printf "%s-database" (include "holdfast.fullname" .) }}
{{- end }}

{{- define "holdfast.databaseAt" -}}
{{- $values := .Values.database -}}
{{- if $values.trial -}}
{{ printf "%s-database.%s.svc:5432/%s" (include "holdfast.fullname" .) .Release.Namespace $values.name }}
{{- else -}}
{{- $parameters := list -}}
{{- with $values.parameters }}{{ $parameters = append $parameters . }}{{ end -}}
{{- if $values.caSecret }}{{ $parameters = append $parameters "sslrootcert=/run/database/ca.crt" }}{{ end -}}
{{ printf "%s:%v/%s" (required "database.host is needed where database.trial is false" $values.host) $values.port $values.name }}{{ with $parameters }}?{{ join "&" . }}{{ end }}
{{- end -}}
{{- end }}

{{- define "holdfast.brokerUrls" -}}
{{- if .Values.broker.trial -}}
{{ printf "nats://%s-broker.%s.svc:4222" (include "holdfast.fullname" .) .Release.Namespace }}
{{- else -}}
{{ required "broker.urls is needed where broker.trial is false" .Values.broker.urls }}
{{- end -}}
{{- end }}
