/** Database connections of a service that does not say how many. */
export const defaultConnections = 5;
