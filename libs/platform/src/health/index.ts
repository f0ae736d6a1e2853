export { HealthPort } from './health-port.js';
