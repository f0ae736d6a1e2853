/** A kind that takes whatever it is given. @param {string} kind */
const customKind = (kind) => {
  const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}s`];
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.monitoring.coreos.com` },
    spec: {
      group: 'monitoring.coreos.com',
      scope: 'Namespaced',
      names: { kind, plural, singular },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
};

/** The kinds of the Prometheus operator, as far as the chart has some. */
export const watchedKinds = ['PodMonitor', 'PrometheusRule'].map(customKind);
