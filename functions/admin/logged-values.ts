import {
  fileText,
  managedResource,
  ResourceInput,
  SubjectInput,
} from '#shared/domain/documents/document-input.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'

/** Returns the logged values of a subject, in the form of the input. */
export function subjectValues(subject: Subject): Record<string, unknown> {
  return pickFields(
    {
      ...subject,
      file: fileText(subject.file),
      correction: subject.correction && fileText(subject.correction.file),
      video: subject.video && fileText(subject.video.file),
    },
    SubjectInput,
  )
}

/** Returns the logged values of a resource, in the form of the input. */
export function resourceValues(resource: Resource): Record<string, unknown> {
  return pickFields(managedResource(resource), ResourceInput)
}

function pickFields(view: object, { entries }: { entries: object }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view).filter(([field]) => field in entries))
}
