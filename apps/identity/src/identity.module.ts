import { databaseModules } from '@holdfast/platform/persistence';
import { Rpc } from '@holdfast/platform/rpc';
import { Module, type DynamicModule } from '@nestjs/common';
import { identityEnv, type IdentityEnv } from './identity.env.js';
import { entities, migrations, parts, related, services } from './composition.js';
import { RelatedObjects } from './related/related-objects.js';

@Module({})
export class IdentityModule {}

/** The service over its own schema and one connection to the broker. */
export const identityModule = (env: IdentityEnv, rpc: Rpc): DynamicModule => ({
  module: IdentityModule,
  imports: databaseModules({
    url: env.databaseUrl,
    credentials: env.credentials,
    schema: 'identity',
    entities,
    migrations,
  }),
  controllers: [...services],
  providers: [
    { provide: identityEnv, useValue: env },
    { provide: Rpc, useValue: rpc },
    { provide: RelatedObjects, useFactory: () => new RelatedObjects(related) },
    ...parts,
  ],
});
