import { parseArtifactPath } from '@holdfast/artifact-spi';
import { artifactCalls, may, type FileDecision, type FileRequest } from '@holdfast/contracts';
import { actor, DomainError, projectOf, repositoryOf, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { artifactKinds } from '../artifact-kinds.js';
import { UploadService } from '../deploy/upload.service.js';
import { RemovalService } from '../removal/removal.service.js';
import { refuse, withoutBody } from '../serve/answer.js';
import { ServeService } from '../serve/serve.service.js';
import type { FileCall } from './file-call.js';

const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** Decides every request at the byte door of artifact repositories. The gateway has seen to it that the caller may read. */
@Controller()
export class FileService {
  constructor(
    private readonly serve: ServeService,
    private readonly upload: UploadService,
    private readonly removal: RemovalService,
  ) {}

  @HandlesCall(artifactCalls.decide)
  async decide(ctx: CallContext, request: FileRequest): Promise<FileDecision> {
    const { method } = request;
    if (!METHODS.includes(method))
      return refuse(405, `the method is not one of ${METHODS.join(', ')}`, { Allow: METHODS.join(', ') });
    const repository = repositoryOf(ctx);
    const kind = artifactKinds.find(({ id }) => id === repository.type);
    if (!kind) throw DomainError.notFound();
    const principal = actor(ctx);
    const project = projectOf(ctx);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead) {
      if (!may('repository.write', principal, { project }))
        return refuse(403, 'your role does not deploy to this repository');
      if (repository.deleted || project.deleted) return refuse(403, 'the repository is deactivated');
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
    if (isRead) return this.serve.decide(call);
    return method === 'PUT' ? this.upload.decide(call) : this.removal.decide(ctx, call);
  }
}
