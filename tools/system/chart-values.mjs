// The chart with values that the cluster test renders, and with some that it refuses.
import { join } from 'node:path';
import { checkout } from './paths.mjs';

export const chart = join(checkout, 'deploy/helm/holdfast');
export const production = ['--values', join(chart, 'values-production.yaml')];
/** With backups in a volume. */
export const backups = ['--set', 'backup.enabled=true,backup.claim=backups,backup.keySecret=key'];
/** As in a cluster that has them. */
export const monitored = ['--api-versions', 'monitoring.coreos.com/v1'];
export const httpRoute = 'gateway.networking.k8s.io/v1/HTTPRoute';
/** By the Gateway API, if it is there. */
export const routed = [
  ...['--set', 'ingress.enabled=false', '--set', 'gatewayApi.enabled=true'],
  ...['--set-json', 'gatewayApi.parentRefs=[{"name":"public"}]'],
];
/** What is rendered of the values, by its name. @type {Record<string, string[]>} */
export const renderings = {
  'the usual values': [],
  'the values for production': production,
  'one of each': [...production, '--values', join(checkout, 'deploy/helm/examples/small.yaml')],
  'the Gateway API in the place of an Ingress': [
    ...production,
    ...routed,
    ...['--set', 'gatewayApi.hostnames={code.example.org}', '--api-versions', httpRoute],
  ],
  'buckets of an authority of their own': [
    ...production,
    ...['--set', 'blobs.caSecret=bucket-ca,backup.caSecret=other-ca'],
  ],
  'workload identity, and files for settings': [
    ...production,
    ...['--set', 'blobs.credentialsSecret=,gateway.blobsCredentialsSecret=,backup.credentialsSecret='],
    ...['--set', 'blobs.caSecret=bucket-ca'],
    ...[
      '--set',
      'artifact.settings.AWS_REGION=eu-1,backup.settings.AWS_REGION=eu-1,backup.files.aws=profiles',
    ],
    ...[
      '--set',
      'repository.files.signing=key,repository.settings.HOLDFAST_SIGNING_KEY=/run/files/signing/2026',
    ],
    ...['--set', 'identity.files.ca=ca,identity.settings.NODE_EXTRA_CA_CERTS=/run/files/ca/ca.crt'],
    ...['--set-json', 'networkPolicy.workloadIdentity=[{"cidr":"169.254.170.23/32","port":80}]'],
  ],
  'an own door with TLS, and a few more settings': [
    ...['--set', 'ingress.enabled=true,ingress.host=code.example.org'],
    ...['--set', 'gateway.service.type=LoadBalancer,gateway.service.externalTrafficPolicy=Local'],
    ...['--set', 'gateway.tlsSecret=door', '--set', 'gateway.settings.HOLDFAST_CONNECTIONS=2048'],
    ...['--set', 'gateway.settings.HOLDFAST_LOG_LEVEL=debug'],
    ...['--set', 'networkPolicy.database[0].cidr=10.0.0.0/8', '--set', 'networkPolicy.database[0].port=5432'],
    ...[
      '--set-json',
      'images.pullSecrets=["registry"]',
      '--set-json',
      'gateway.tolerations=[{"operator":"Exists"}]',
      '--set-json',
      'operator={"nodeSelector":{"pool":"code"},"tolerations":[{"operator":"Exists"}]}',
    ],
  ],
  'imports out of networks of its own': ['--set', 'networkPolicy.remotes.also={10.20.0.0/16,2000::/3}'],
  'backups in a volume, and artifacts in another one': backups,
  'what watches it, with backups': [...backups, ...monitored],
  'the restore of a company': [
    ...production,
    ...['--set', 'restore.enabled=true', '--set', 'restore.arguments={--company,acme}'],
  ],
};
/** Values that are refused, and what is said of them. @type {[string[], RegExp][]} */
export const refused = [
  [['--set', 'gateway.replica=2'], /replica/],
  [['--set', 'gateway.settings.PATH=/bin'], /PATH/],
  [
    ['--set', 'gateway.settings.HOLDFAST_DRAIN_SECONDS=9'],
    /DRAIN_SECONDS is set by the chart itself: see drainSeconds/,
  ],
  [
    ['--set', 'gateway.settings.HOLDFAST_PORT=9'],
    /gateway\.settings\.HOLDFAST_PORT is set by the chart itself/,
  ],
  [['--set', 'artifact.settings.AWS_SECRET_ACCESS_KEY=x'], /SECRET_ACCESS_KEY is set by the chart itself/],
  [
    ['--set', 'blobs.caSecret=ca,gateway.settings.NODE_EXTRA_CA_CERTS=/x'],
    /CA_CERTS is set by the chart itself: see blobs\.caSecret/,
  ],
  [['--set', 'gateway.files.Key=secret'], /Key/],
  [['--set', 'artifact.replicas=2'], /several artifact pods need/],
  [['--set', 'backup.enabled=true'], /one of backup\.url and backup\.claim/],
  [['--set', 'backup.enabled=true,backup.claim=backups'], /backup\.keySecret is needed/],
  [['--set', 'blobs.redirectFrom=1G'], /redirectFrom needs blobs\.url/],
  [['--set', 'bytes.podNetworks={fd00::/8}'], /podNetworks/],
  [['--set', 'restore.enabled=true'], /needs backup\.enabled/],
  [['--set', 'database.trial=false'], /database\.(host|adminSecret) is needed/],
];
