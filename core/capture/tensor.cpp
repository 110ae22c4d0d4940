// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/tensor.h"

namespace tideline::capture {

std::int64_t Tensor::elements() const
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    return count;
}

std::int64_t Tensor::bytes() const
{
    return elements() * sizeOf(dtype);
}

std::int64_t sizeOf(DataType type)
{
    switch (type) {
    case DataType::Float32:
    case DataType::Int32: return 4;
    case DataType::Float16:
    case DataType::BFloat16:
    case DataType::UInt16: return 2;
    case DataType::Int64: return 8;
    case DataType::Int8:
    case DataType::UInt8:
    case DataType::Bool: return 1;
    }
    return 1;
}

std::string_view deviceName(DataType type)
{
    switch (type) {
    case DataType::Float32: return "FLOAT";
    case DataType::Float16: return "FLOAT16";
    case DataType::BFloat16: return "DT_BF16";
    case DataType::Int8: return "INT8";
    case DataType::Int32: return "INT32";
    case DataType::Int64: return "INT64";
    case DataType::UInt8: return "UINT8";
    case DataType::UInt16: return "UINT16";
    case DataType::Bool: return "BOOL";
    }
    return "UNDEFINED";
}

std::string_view frameworkName(DataType type)
{
    switch (type) {
    case DataType::Float32: return "float";
    case DataType::Float16: return "c10::Half";
    case DataType::BFloat16: return "c10::BFloat16";
    case DataType::Int8: return "signed char";
    case DataType::Int32: return "int";
    case DataType::Int64: return "long int";
    case DataType::UInt8: return "unsigned char";
    case DataType::UInt16: return "unsigned short";
    case DataType::Bool: return "bool";
    }
    return "";
}

std::string_view collectiveName(DataType type)
{
    switch (type) {
    case DataType::Float32: return "FP32";
    case DataType::Float16: return "FP16";
    case DataType::BFloat16: return "BFP16";
    case DataType::Int8: return "INT8";
    case DataType::Int32: return "INT32";
    case DataType::Int64: return "INT64";
    case DataType::UInt8: return "UINT8";
    case DataType::UInt16: return "UINT16";
    case DataType::Bool: return "INT8";
    }
    return "";
}

std::string_view coreName(CoreType core)
{
    switch (core) {
    case CoreType::AiCore: return "AI_CORE";
    case CoreType::AiVectorCore: return "AI_VECTOR_CORE";
    case CoreType::MixAic: return "MIX_AIC";
    case CoreType::MixAiv: return "MIX_AIV";
    case CoreType::AiCpu: return "AI_CPU";
    case CoreType::Dsa: return "DSA_SQE";
    }
    return "";
}

std::string shapeText(const std::vector<Tensor>& tensors)
{
    std::string out;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (i > 0)
            out += ';';
        for (std::size_t d = 0; d < tensors[i].shape.size(); ++d) {
            if (d > 0)
                out += ',';
            out += std::to_string(tensors[i].shape[d]);
        }
    }
    return out;
}

} // namespace tideline::capture
