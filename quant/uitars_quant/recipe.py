"""What a person asked for, as values: method, group, target, which tensors stay finer."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass
from enum import Enum

from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.grid import Floats, FloatType, Quantized, eight_bits
from uitars_quant.sources.tensors import Role, Tensor


class Method(Enum):
    """How codes and scales are chosen."""

    RTN = "rtn"
    """The full range of every group: no search, no data."""
    MSE = "mse"
    """The range of least squared error of the weights."""
    SMOOTHQUANT = "smoothquant"
    """Peaks of activations moved into the weights, then ranges weighted by E[x²]."""
    AWQ = "awq"
    """Activation-aware scaling, then ranges of least error weighted by E[x²]."""
    GPTQ = "gptq"
    """Later inputs make up for the error of earlier ones."""
    AWQ_GPTQ = "awq+gptq"
    """Both: the best and the slowest."""

    @property
    def needs_data(self) -> bool:
        """Whether it looks at activations."""
        return self not in {Method.RTN, Method.MSE}

    @property
    def scales_inputs(self) -> bool:
        """Whether it moves scales between layers."""
        return self in {Method.SMOOTHQUANT, Method.AWQ, Method.AWQ_GPTQ}

    @property
    def compensates(self) -> bool:
        """Whether it is a kind of GPTQ."""
        return self in {Method.GPTQ, Method.AWQ_GPTQ}


class Format(Enum):
    """What is written."""

    COMPRESSED_TENSORS = "compressed-tensors"
    GGUF = "gguf"
    ONNX = "onnx"


class FileType(Enum):
    """What matrices and words become in a GGUF file. All but the first two are llama.cpp's work."""

    Q4_0 = "Q4_0"
    """Rounded here, by the recipe's method."""
    F16 = "F16"
    """As they are, in 16 bits."""
    Q4_K_S = "Q4_K_S"
    Q4_K_M = "Q4_K_M"
    Q5_K_M = "Q5_K_M"
    Q6_K = "Q6_K"
    Q8_0 = "Q8_0"

    @property
    def by_llama(self) -> bool:
        """Whether llama.cpp's own quantizer makes it, from 16 bits."""
        return self not in {FileType.Q4_0, FileType.F16}


class Hardware(Enum):
    """Which machine a compressed-tensors checkpoint is stamped for."""

    ANY = "any"
    HOPPER = "vllm-hopper"
    GPU = "vllm-gpu"
    CPU = "vllm-cpu"
    ARM = "vllm-arm"


class Storage(Enum):
    """How a tensor is kept in the result."""

    FOUR_BITS = "4 bits"
    EIGHT_BITS = "8 bits"
    SIXTEEN_BITS = "16 bits"
    """What llama.cpp rounds afterwards, or nobody."""
    PLAIN = "plain"

    @property
    def rounded(self) -> bool:
        """Whether codes and scales stand for it."""
        return self in {Storage.FOUR_BITS, Storage.EIGHT_BITS}


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the numbers of the result."""

    format: Format
    method: Method
    group: int = 32
    """Weights that share a scale: 32, 64 or 128."""
    hardware: Hardware = Hardware.ANY
    eight_bits: tuple[str, ...] = ()
    """Shell patterns of names that get eight bits; none for ONNX."""
    file_type: FileType = FileType.Q4_0
    """Of a GGUF file."""
    seen: str = ""
    """Digest of what methods with data look at."""

    def storage(self, tensor: Tensor) -> Storage:
        """How this tensor is kept. What does not divide into groups stays as it was."""
        if tensor.role is Role.OTHER:
            return Storage.PLAIN
        if self.file_type is not FileType.Q4_0:
            return Storage.SIXTEEN_BITS
        wanted = any(fnmatch.fnmatch(tensor.name, pattern) for pattern in self.eight_bits)
        match self.format:
            case Format.GGUF:
                eight, whole = wanted or tensor.role is Role.TABLE, tensor.shape[1] % 32 == 0
            case Format.COMPRESSED_TENSORS:
                # No engine reads words in eight bits.
                eight = wanted and tensor.role is Role.MATRIX
                whole = tensor.shape[1] % self.group == 0
            case Format.ONNX:
                eight, whole = tensor.role is Role.TABLE, True
        if eight and whole:
            return Storage.EIGHT_BITS
        if not wanted and tensor.role is Role.MATRIX and tensor.shape[1] % self.group == 0:
            return Storage.FOUR_BITS
        return Storage.PLAIN

    def finer(self, tensor: Tensor, values: Floats) -> Quantized:
        """Rows of a tensor that gets eight bits, as the format keeps them."""
        match self.format:
            case Format.GGUF:
                group = 32
            case Format.COMPRESSED_TENSORS:
                group = self.group
            case Format.ONNX:
                group = values.shape[1]
        return eight_bits(values, group, self.scale_type(tensor.stored))

    @property
    def activations(self) -> Activations:
        """How the engine that the result is for rounds activations."""
        match self.format, self.hardware:
            case Format.GGUF, _:
                return Activations.GGML
            case Format.ONNX, _:
                return Activations.BLOCK_32
            case Format.COMPRESSED_TENSORS, Hardware.GPU | Hardware.HOPPER:
                return Activations.EXACT
            case Format.COMPRESSED_TENSORS, _:
                return Activations.TOKEN

    def scale_type(self, stored: str) -> FloatType:
        """How the format keeps the scales of a tensor that was stored so."""
        match self.format:
            case Format.GGUF:
                return FloatType.FLOAT16
            case Format.ONNX:
                return FloatType.FLOAT32
            case Format.COMPRESSED_TENSORS:
                return FloatType.BFLOAT16 if stored == "BF16" else FloatType.FLOAT16

    def float_type(self, stored: str) -> FloatType:
        """How the format keeps the plain numbers of a tensor that was stored so."""
        if self.format is not Format.COMPRESSED_TENSORS or stored == "F32":
            return FloatType.FLOAT32
        return FloatType.BFLOAT16 if stored == "BF16" else FloatType.FLOAT16

    def plan(self) -> str:
        """A line that two recipes share only when they give the same result."""
        finer = ",".join(self.eight_bits)
        return (
            f"{self.format.value} {self.method.value} group {self.group} "
            f"target {self.hardware.value} 8-bit [{finer}] type {self.file_type.value} "
            f"seen {self.seen}"
        )
