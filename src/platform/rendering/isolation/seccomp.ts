/**
 * A system call filter for programs that open untrusted files: a deny list of calls that reach rarely used parts of the
 * kernel, other processes, or the outside of the sandbox. A classic BPF program over `struct seccomp_data`
 * (seccomp(2)), in the format of `bwrap --seccomp`.
 */
import { endianness } from 'node:os';

type Machine = { audit: number; column: 0 | 1 };

/** AUDIT_ARCH of the supported machines, and their column in the tables. */
const MACHINES: Partial<Record<NodeJS.Architecture, Machine>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** Numbers of denied calls: the same on all machines since kernel 5.1, or [x64, arm64], -1 if there is none. */
const REFUSED: Record<string, number | [number, number]> = {
  // Mounts and other roots.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  quotactl: [179, 60],
  quotactl_fd: 443,
  // Namespaces; clone is handled below.
  unshare: [272, 97],
  setns: [308, 268],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: 440,
  pidfd_getfd: 438,
  kcmp: [312, 272],
  // Programs inside the kernel, and interfaces with a history of vulnerabilities.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  modify_ldt: [154, -1],
  uselib: [134, -1],
  personality: [135, 92],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // The machine.
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  iopl: [172, -1],
  ioperm: [173, -1],
  vhangup: [153, 58],
};

const CLONE: [number, number] = [56, 220];
const CLONE3 = 435;
const SOCKET: [number, number] = [41, 198];
const SOCKETPAIR: [number, number] = [53, 199];
const IOCTL: [number, number] = [16, 29];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
const AF_UNIX = 1;
/** Terminal input injection: TIOCSTI and TIOCLINUX. */
const TERMINAL_INPUT = [0x5412, 0x541c];
/** Calls of the x32 ABI carry this bit and would bypass the numbers above. */
const X32_BIT = 0x40000000;

// struct seccomp_data: number, architecture, instruction pointer, arguments of 8 bytes; the lower half of each matters.
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const refuse = (error: number) => 0x00050000 | error;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (value: number): Instruction => [RETURN, 0, 0, value];
/** Runs `then`, which returns, if the comparison holds; otherwise jumps over it. */
const when = (code: number, value: number, then: Instruction[]): Instruction[] => [
  [code, 0, then.length, value],
  ...then,
];
const unless = (code: number, value: number, then: Instruction[]): Instruction[] => [
  [code, then.length, 0, value],
  ...then,
];

/** The filter for this machine; null if its call numbers are not in the tables. */
export function seccompFilter(arch: NodeJS.Architecture = process.arch): Buffer | null {
  const machine = MACHINES[arch];
  if (machine === undefined || endianness() !== 'LE') return null;
  return assemble([
    load(ARCHITECTURE),
    ...unless(IF_EQUAL, machine.audit, [give(KILL)]),
    load(NUMBER),
    ...(arch === 'x64' ? when(IF_AT_LEAST, X32_BIT, [give(KILL)]) : []),
    ...refusals(machine.column),
    give(ALLOW),
  ]);
}

function refusals(column: 0 | 1): Instruction[] {
  const plain = Object.values(REFUSED)
    .map((numbers) => (typeof numbers === 'number' ? numbers : numbers[column]))
    .filter((number) => number >= 0)
    .flatMap((number) => when(IF_EQUAL, number, [give(refuse(EPERM))]));
  const local = [load(argument(0)), ...unless(IF_EQUAL, AF_UNIX, [give(refuse(EAFNOSUPPORT))]), give(ALLOW)];
  return [
    ...plain,
    // Its flags are in memory, which a filter cannot read; the C library falls back to clone.
    ...when(IF_EQUAL, CLONE3, [give(refuse(ENOSYS))]),
    ...when(IF_EQUAL, CLONE[column], [
      load(argument(0)),
      ...when(IF_ANY_BIT, NEW_NAMESPACES, [give(refuse(EPERM))]),
      give(ALLOW),
    ]),
    ...when(IF_EQUAL, SOCKET[column], local),
    ...when(IF_EQUAL, SOCKETPAIR[column], local),
    ...when(IF_EQUAL, IOCTL[column], [
      load(argument(1)),
      ...TERMINAL_INPUT.flatMap((request) => when(IF_EQUAL, request, [give(refuse(EPERM))])),
      give(ALLOW),
    ]),
  ];
}

// struct sock_filter: code, two jumps, value.
function assemble(instructions: Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length);
  for (const [index, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  }
  return bytes;
}
