/** @import { Credentials } from './credentials.mjs' */

/**
 * A Secret, without a namespace: who applies it says that.
 * @param {string} name
 * @param {string} holder `parts` or `broker`: who mounts it, by which it is picked when it is applied
 * @param {Record<string, string>} stringData
 */
const secret = (name, holder, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, labels: { 'app.kubernetes.io/name': 'holdfast', 'holdfast/for': holder } },
  type: 'Opaque',
  stringData,
});

/**
 * What a cluster with a broker of its own is told, as `kubectl apply` takes it: the credentials of each part by the
 * names that the chart expects (`credentials.existing`), and the accounts of the broker with the same passwords.
 * @param {Record<string, Credentials>} credentials by the names of parts
 * @param {string} accounts the text for the broker
 */
export const kubernetesSecrets = (credentials, accounts) => {
  const items = [
    ...Object.entries(credentials).map(([name, each]) =>
      secret(`holdfast-credentials-${name}`, 'parts', { 'credentials.json': JSON.stringify(each) }),
    ),
    secret('holdfast-nats-accounts', 'broker', { 'accounts.conf': accounts }),
  ];
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2)}\n`;
};
