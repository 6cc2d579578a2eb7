/** The part of the WebAssembly interface that the kernels need; the types of Node have none of it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Prepares a kernel from its bytes in base64. Each call of the result starts it with a memory of its own. */
export function kernelOf<Exports>(base64: string): () => Exports & { memory: KernelMemory } {
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'));
  return () => new WebAssembly.Instance(module, {}).exports as Exports & { memory: KernelMemory };
}

const PAGE = 65_536;

/** Makes a kernel's memory at least this large. Views made before are lost. */
export function makeRoom(memory: KernelMemory, bytes: number): ArrayBuffer {
  memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE)));
  return memory.buffer;
}
