import { performance } from 'node:perf_hooks';
import { deedOf, parseArtifactPath, type ArtifactHttp } from '@holdfast/artifact-spi';
import { artifactCalls, may, type FileDecision, type FileRequest } from '@holdfast/contracts';
import { actor, DomainError, projectOf, repositoryOf, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { UploadService } from '../deploy/upload.service.js';
import { RemovalService } from '../removal/removal.service.js';
import { refuse, withoutBody } from '../serve/answer.js';
import { ServeService } from '../serve/serve.service.js';
import type { FileCall } from '../artifact-file/file-call.js';
import { DecisionTurns } from '../turns/decision-turns.js';
import { DigestTurns } from '../turns/digest-turns.js';
import { RemovalTurns } from '../turns/removal-turns.js';
import { OpenKinds } from './open-kinds.js';

const toGroup = 'this repository is a group, which is only read: write to one of its members';

const readingMethods = ({ methods }: ArtifactHttp): string =>
  Object.keys(methods)
    .filter((method) => methods[method] === 'read')
    .join(', ');

/**
 * Decides every request at the byte door of artifact repositories. The gateway has seen to it that the caller may
 * read.
 */
@Controller()
export class FileService {
  constructor(
    private readonly serve: ServeService,
    private readonly upload: UploadService,
    private readonly removal: RemovalService,
    private readonly kinds: OpenKinds,
    private readonly turns: DecisionTurns,
    private readonly removals: RemovalTurns,
    private readonly digests: DigestTurns,
  ) {}

  @HandlesCall(artifactCalls.decide)
  async decide(ctx: CallContext, request: FileRequest): Promise<FileDecision> {
    const admitted = admissionOf(ctx);
    const { method } = request;
    const repository = repositoryOf(ctx);
    const open = this.kinds.find(repository.type);
    if (!open) throw DomainError.notFound();
    const { kind, http } = open;
    const deed = deedOf(http, method);
    if (!deed) {
      const methods = Object.keys(http.methods).join(', ');
      return refuse(405, `the method is not one of ${methods}`, { Allow: methods });
    }
    const principal = actor(ctx);
    const project = projectOf(ctx);
    if (deed !== 'read') {
      if (!may('repository.write', principal, { project }))
        return refuse(403, 'your role does not deploy to this repository');
      if (repository.deleted || project.deleted) return refuse(403, 'the repository is deactivated');
      if (repository.members) return refuse(405, toGroup, { Allow: readingMethods(http) });
    }
    const path = parseArtifactPath(request.path);
    if ('refused' in path) {
      const refused = refuse(400, path.refused);
      return method === 'HEAD' ? withoutBody(refused) : refused;
    }
    const call: FileCall = {
      kind,
      principal,
      project,
      repository,
      request,
      path: path.value,
      directory: path.directory,
    };
    if (deed !== 'read' && deed !== 'deploy')
      return this.removals.run(principal, () => this.removal.decide(ctx, call));
    if (deed === 'read') return this.turns.run(principal, () => this.serve.decide(call));
    const decided = await this.turns.run(principal, () => this.upload.decide(call, admitted));
    return 'is' in decided ? decided : this.digests.run(principal, () => decided.store(ctx.deadline));
  }
}

/** When the caller was let in, on the clock of `performance.now`: long ago where that is told by another clock. */
const admissionOf = ({ admitted = 0 }: CallContext): number => {
  const age = Date.now() - admitted;
  return age < 0 ? -Infinity : performance.now() - age;
};
