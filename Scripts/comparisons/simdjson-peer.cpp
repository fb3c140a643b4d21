// What simdjson answers to the questions that the scripts beside this file ask of Shelf.
//
//   simdjson-peer QUESTION FILE     one question about one file; the answer is JSON
//   simdjson-peer judge             a verdict on each file whose path is a line of standard input
//
// The scripts compile it themselves where pkg-config knows simdjson. A tree is the whole document,
// parsed and checked; on demand means that only what is asked for is parsed.

#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace {

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;

constexpr int kFirst = 5;
constexpr double kPrice = 400;

/// Calls for each item of `{sections: [{rows: [{items: [...]}]}]}` until a call answers false.
template <typename Document, typename Visit>
void each_item(Document& document, Visit visit) {
  for (auto section : document["sections"].get_array()) {
    for (auto row : section["rows"].get_array()) {
      for (auto item : row["items"].get_array()) {
        if (!visit(item)) return;
      }
    }
  }
}

template <typename Document>
void count(Document& document) {
  std::uint64_t items = 0;
  each_item(document, [&](auto&&) { return ++items, true; });
  std::cout << items << "\n";
}

/// Prints the first items as an array.
void first(ondemand::document& document) {
  std::string list;
  int items = 0;
  each_item(document, [&](auto&& item) {
    list += (items == 0 ? "" : ",");
    list += std::string_view(simdjson::to_json_string(item));
    return ++items < kFirst;
  });
  std::cout << "[" << list << "]\n";
}

/// Prints how many items cost more than a price.
void narrow(ondemand::document& document) {
  std::uint64_t items = 0;
  each_item(document, [&](auto&& item) {
    items += double(item["price"]) > kPrice;
    return true;
  });
  std::cout << items << "\n";
}

/// Prints how many items hold each key.
void fields(ondemand::document& document) {
  std::map<std::string, std::uint64_t, std::less<>> counts;
  each_item(document, [&](auto&& item) {
    for (auto field : item.get_object()) {
      std::string_view key = field.unescaped_key();
      auto place = counts.find(key);
      if (place == counts.end()) place = counts.emplace(key, 0).first;
      ++place->second;
    }
    return true;
  });
  const char* separator = "";
  std::cout << "{";
  for (const auto& [key, number] : counts) {
    std::cout << separator << '"' << key << "\": " << number;
    separator = ", ";
  }
  std::cout << "}\n";
}

/// NDJSON: how many lines hold a value.
void count_lines(ondemand::document_stream& lines) {
  std::uint64_t number = 0;
  for (auto line = lines.begin(); line != lines.end(); ++line) ++number;
  std::cout << number << "\n";
}

/// NDJSON: prints the first lines as an array.
void first_lines(ondemand::document_stream& lines) {
  int number = 0;
  std::cout << "[";
  for (auto line = lines.begin(); line != lines.end() && number < kFirst; ++line) {
    std::cout << (number++ == 0 ? "" : ",") << line.source();
  }
  std::cout << "]\n";
}

/// How many values stand at the top: elements of an array, different keys of an object; null has
/// none, and anything else is one.
std::size_t elements(dom::element root) {
  if (root.is_null()) return 0;
  if (root.is_array()) return dom::array(root).size();
  if (!root.is_object()) return 1;
  std::set<std::string_view> keys;
  for (auto field : dom::object(root)) keys.insert(field.key);
  return keys.size();
}

/// One line a file: the number of elements, or the name of the error.
void judge() {
  std::string path;
  while (std::getline(std::cin, path)) {
    dom::parser parser;
    dom::element root;
    auto error = parser.load(path).get(root);
    if (error) {
      std::cout << '"' << simdjson::error_message(error) << "\"\n";
    } else {
      std::cout << elements(root) << "\n";
    }
  }
}

/// Runs a question; false when there is none of that name.
bool ask(std::string_view question, const char* path) {
  if (question == "count-tree") {
    dom::parser parser;
    dom::element document = parser.load(path);
    return count(document), true;
  }
  simdjson::padded_string text = simdjson::padded_string::load(path);
  ondemand::parser parser;
  if (question == "count-lines" || question == "first-lines") {
    ondemand::document_stream lines = parser.iterate_many(text);
    return question == "count-lines" ? count_lines(lines) : first_lines(lines), true;
  }
  ondemand::document document = parser.iterate(text);
  if (question == "count") return count(document), true;
  if (question == "first") return first(document), true;
  if (question == "narrow") return narrow(document), true;
  if (question == "fields") return fields(document), true;
  return false;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 2 && std::string_view(arguments[1]) == "judge") return judge(), 0;
    if (count == 3 && ask(arguments[1], arguments[2])) return 0;
    std::cerr << "usage: simdjson-peer QUESTION FILE\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
