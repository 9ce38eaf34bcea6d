import Glibc
import MarketAPI

/// What the system says of this process, for `/metrics`; what it does not say is left out.
enum ProcessFigures {
  static func all() -> [MetricName: Double] {
    var figures: [MetricName: Double] = [:]
    figures[.residentMemory] = residentMemory()
    figures[.openFiles] = openFiles()
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      figures[.openFilesLimit] = Double(limit.rlim_cur)
    }
    var usage = rusage()
    if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
      figures[.processorTime] = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    return figures
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// The second number of `statm` (proc_pid_statm(5)), in pages.
  private static func residentMemory() -> Double? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let numbers = text.split(separator: " ")
    guard numbers.count > 1, let pages = Double(numbers[1]) else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func openFiles() -> Double? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    // One of them is the folder's own.
    return Double(count - 1)
  }
}
